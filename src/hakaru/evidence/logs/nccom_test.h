// Output of AWS Neuron's nccom-test, printed or kept with --report-to-json-file, as the table of collectives that
// operator_measurements.h reads.
//
//        size(B)    count(elems)    type    time:avg(us)    algbw(GB/s)    busbw(GB/s)
//         524288          131072    fp32           24.15          21.71          21.03
//   Avg bus bandwidth:    21.0339GB/s
//
//   {"results": [{"size(B)": 524288, "type": "fp32", "time:avg(us)": 24.15, …}, …]}
//
// It says neither which operation ran nor on how many ranks, unless the command stands in the log ("nccom-test -r 32
// allg …"); else both must be given. Rows that were cut off are left out and counted.
#pragma once

#include "hakaru/core/csv_table.h"

namespace hakaru {

/// Properties of a run that nccom-test does not print.
struct NccomTestRun {
  std::string accelerator;
  std::string operation;   ///< may be empty, where the command stands in the log
  std::int64_t ranks = 0;  ///< 0: likewise
};

bool is_nccom_test(std::string_view text);
/// Columns accelerator, software, operation, ranks, message_bytes, latency_us. `partial_lines`: those left out.
Result<CsvTable> nccom_test_table(std::string_view text, std::string_view name, const NccomTestRun& run,
                                  std::size_t& partial_lines);

}  // namespace hakaru
