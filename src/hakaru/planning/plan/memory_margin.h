// Share of a device's memory that a training plan leaves free: so much that, with the errors of predicted peaks
// (data/evidence/memory), one run in twenty is out of memory.
//
//   margin = 1 − 1 / m,  m: what a measured peak is at most of the predicted one, for nineteen in twenty (Band::high),
//                        but no more than the worst of those like it where they are fewer than nineteen
//
// Worked example: peaks up to 4 % above what was predicted, in nineteen runs of twenty: 1 − 1 / 1.04 = 3.8 % are left
// free.
// Limits: of software whose peaks were measured, or that runs the layers and the optimizer of such, and some of them
// above what was predicted; else, and of serving, which takes what it is set to take, what is usual is left free.
#pragma once

#include <optional>

#include "hakaru/evidence/band.h"

namespace hakaru {

/// Context of the runs whose peaks a training plan is judged by.
RunContext context_of_peak(const TrainingJob& job, const std::string& accelerator, const std::string& software);

/// Empty: peaks of `software` were not measured, or none above what was predicted. `memory`: the bands of peaks;
/// `usual`: what is left free at least where runs are few.
std::optional<double> memory_margin(Bands& memory, const TrainingJob& job, const std::string& accelerator,
                                    const std::string& software, double usual);

}  // namespace hakaru
