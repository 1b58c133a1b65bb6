// Variables that commands need and a plan may lack: the places of weights, software and data.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hakaru/core/message.h"
#include "hakaru/core/record.h"
#include "hakaru/launching/command.h"
#include "hakaru/model/model.h"

namespace hakaru {

/// Bytes of the model's weights as they are published, tables of tokens in 16 bits.
double published_bytes(const Model& model);

/// A variable of a command that the user may have to fill in.
struct ScriptVariable {
  std::string name;   ///< "MODEL"
  std::string value;  ///< as far as the plan tells; empty: the user fills it in
  Message what;
  bool is_list = false;
  bool may_be_empty = false;
};

template <>
inline constexpr auto record<ScriptVariable> = described(
    "measuring_variable", "what commands need besides", field("name", &ScriptVariable::name, "of the variable"),
    field("value", &ScriptVariable::value, "as far as the plan tells").or_null(),
    field("what", &ScriptVariable::what, "what it is"));

/// The place where programs find the weights: the name at Hugging Face, else the folder of the config.json, else the
/// model's name.
std::string weights_of(const Model& model);
/// The folder of the config.json that a model's source names; empty: it names none.
std::string folder_of_config(std::string_view source);

/// A variable that the user may fill in, by its name.
ScriptVariable script_variable(const std::string& name, std::string value = {});
/// Nobody sets it: FOLLOWER_ARGS, WORKER_ARGS.
bool is_made_by_script(std::string_view name);
bool uses(const Command& command, const std::string& name);
/// Adds the variables of `command` that `variables` lacks.
void add_variables(const Command& command, std::vector<ScriptVariable>& variables);

}  // namespace hakaru
