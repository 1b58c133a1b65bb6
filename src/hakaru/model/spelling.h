// Names of models as people paste them: "meta-llama/Meta-Llama-3.1-8B-Instruct", "llama3.1 8b", "Qwen/Qwen3-32B".
//
//   spelled_plainly("Qwen/Qwen3-32B") == spelled_plainly("qwen3-32b")                         "qwen332b"
//   untuned("meta-llama/Meta-Llama-3.1-8B-Instruct") == untuned("llama-3.1-8b")               "llama318b"
//
// Limits: whose a model is, and what it was tuned for after it was made, change no size: they are left out. What it is
// quantised to does change its size, and stays.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hakaru {

/// Without the owner before the last '/': letters and digits, in lower case.
std::string spelled_plainly(std::string_view name);

/// The same without "-instruct", "-chat" and the like at its end, and "meta-" at its beginning.
std::string untuned(std::string_view name);

/// "1.3b" of "facebook/opt-1.3b", which is no opt-13b; empty: the name has no size.
std::string size_named(std::string_view name);
/// Also with its last "_" as a point: "1.7b" and "7b" of "smollm2-1_7b", "8b" of "llama3_8b" (which "3.8b" is not).
std::vector<std::string> sizes_named(std::string_view name);

/// The word that a name begins with: "llama" of "meta-llama/Llama-3.1-8B".
std::string family_of(std::string_view name);
/// True if two names begin with the same word, but for one letter: "lama-3.1-8b" and "llama-3-8b".
bool is_of_family(std::string_view name, std::string_view other);

/// True if a class of Transformers is of a model_type: "Qwen3MoeForCausalLM" is of "qwen3_moe".
bool is_class_of(std::string_view class_name, std::string_view model_type);

/// "Qwen/Qwen2.5-7B-Instruct-AWQ": what is quantised, and how as --weights says it; empty where the name says nothing.
struct QuantisedName {
  std::string model, weights;
};
QuantisedName quantised_name(std::string_view name);

}  // namespace hakaru
