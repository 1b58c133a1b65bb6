// A rank is two processes: a guard, which mpirun starts and waits for, and one that computes. The guard tells in the
// folder how the other ended where it did not end well (formats/rehearsal_record.h), and then ends itself. For mpirun
// 4.1 does not always say which rank was killed, and at times hangs when its own child is.
#pragma once

#include <string>

namespace hakaru {

/// Returns in the process that computes; the guard exits with that one's status, or 128 + the signal that ended it.
void stand_guard(const std::string& folder);

/// This rank ends with `status`: it is told ahead, where mpirun ends the guard too (MPI_Abort).
void tell_status(const std::string& folder, int status);

}  // namespace hakaru
