// Reads the software that trains, from a scenario's keys: as it is named, or the one that a decoder's optimizer,
// precision or quantised base needs.
#pragma once

#include "hakaru/job/job.h"
#include "hakaru/job/key_reader.h"
#include "hakaru/job/scenario_sources.h"

namespace hakaru {

/// Sets the software's constants and what it computes otherwise than others. Software that is not known has the
/// constants of its kind.
void read_software(KeyReader& reader, ScenarioSources& sources, TrainingJob& job);

}  // namespace hakaru
