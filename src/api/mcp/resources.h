// Resources that a model may read without a question: the catalogue, the errors of the shipped constants, and the plans
// that it asked for.
//
//   hakaru://models  hakaru://instances  hakaru://accelerators  hakaru://accuracy
//   hakaru://model/{name}  hakaru://instance/{name}  hakaru://accelerator/{name}  hakaru://plan/{name}
#pragma once

#include <string>

#include "hakaru/asking/asker.h"
#include "kept_plans.h"

namespace hakaru::api {

/// As resources/list and resources/templates/list give them.
OrderedJson resources_json();
OrderedJson resource_templates_json();

/// As resources/read gives it.
Result<OrderedJson> resource_at(const std::string& uri, const Asker& asker, const KeptPlans& kept,
                                const Translator& translator);

}  // namespace hakaru::api
