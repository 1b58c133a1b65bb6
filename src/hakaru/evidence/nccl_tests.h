// Output of nccl-tests (all_reduce_perf and its siblings), as the table of collectives that
// operator_measurements.h reads.
//
//   # Collective test starting: all_reduce_perf        newer versions; else the operation must be given
//   # Using devices
//   #  Rank  0 Group  0 Pid 1234 on host device  0 …   as many ranks as there are such lines
//   #       size         count      type   redop    root     time   algbw   busbw #wrong     time …
//        1048576        262144     float     sum      -1    46.05   22.77   39.85      0    46.36 …
//
// The first `time` is taken, out of place, in µs. Rows of no bytes are left out: they carry no message. Lines that
// start with neither '#' nor a blank nor a digit are the log's. Several runs may follow each other in one file. What
// launchers write before each line (mpirun --tag-output, srun -l) is taken off.
#pragma once

#include "hakaru/core/csv_table.h"

namespace hakaru {

/// Properties of a run that nccl-tests does not print.
struct NcclTestsRun {
  std::string accelerator;
  std::string operation;   ///< where its version does not print that; may be empty
  std::int64_t ranks = 0;  ///< where the log does not list them; 0: not stated
};

/// True if `text` has nccl-tests' heading.
bool is_nccl_tests(std::string_view text);
/// Columns accelerator, software, operation, ranks, message_bytes, latency_us; cells as printed.
Result<CsvTable> nccl_tests_table(std::string_view text, std::string_view name, const NcclTestsRun& run);
/// The same, without rows that were cut off, which are counted.
Result<CsvTable> nccl_tests_table(std::string_view text, std::string_view name, const NcclTestsRun& run,
                                  std::size_t& partial_lines);

}  // namespace hakaru
