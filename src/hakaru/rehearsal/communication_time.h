// Times of the ranks' messages on the plan's machines: for each operation that a device records, the collective
// that carries it (timing/collective_timer.h) in its group of ranks. A receive takes as long as a send.
#pragma once

#include "hakaru/hardware/instance.h"
#include "hakaru/parallel/layout.h"
#include "hakaru/timing/calibration.h"
#include "hakaru/tracing/core_time.h"

namespace hakaru {

tracing::CommunicationSeconds communication_seconds(const Instance& instance, const Layout& layout,
                                                    const Calibration& calibration);

}  // namespace hakaru
