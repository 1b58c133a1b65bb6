// Launch of a plan, as people read it and as JSON.
#pragma once

#include "hakaru/formats/json.h"
#include "hakaru/launching/launch.h"
#include "hakaru/output/plan_text.h"

namespace hakaru {

/// "at most 3.18 requests/s within the limits": the most that a live service sustains.
std::string most_requests(double held_per_s, bool within_limits, const Translator& translator);

/// A line of the figures predicted of a plan, and a line of their bands where there are some; of a training whose length
/// is not stated without those of all of it.
std::vector<std::string> predicted_lines(const Plan& plan, const Scenario& scenario, const Translator& translator,
                                         bool length_is_stated = true);

/// A line each: the machines and the layout, what is predicted and within which bands, where more stands.
std::vector<std::string> short_head(const Plan& plan, const Scenario& scenario, const Translator& translator);

/// A line each: the machines and the layout, what is predicted and within which bands, the releases of the program that
/// its words are of, and how to measure it, the plan being in `file`.
std::vector<std::string> launch_head(const Launch& launch, const Plan& plan, const Scenario& scenario,
                                     const std::string& file, const Translator& translator);

std::string launch_text(const Launch& launch, const Pen& pen);
OrderedJson json_of(const Launch& launch, const Translator& translator);

}  // namespace hakaru
