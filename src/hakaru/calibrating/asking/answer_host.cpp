#include <memory>

#include "hakaru/asking/asker.h"
#include "hakaru/calibrating/asking/calibrate_questions.h"
#include "hakaru/calibrating/asking/calibration_texts.h"
#include "hakaru/calibrating/host/host_files.h"
#include "hakaru/job/key_reader.h"

namespace hakaru {

Result<Answer> calibrate_host_answer(const Json& keys, const Asking& asking) {
  KeyReader reader(keys, asking.place);
  const std::string folder = reader.text("out").value_or("");
  if (reader.error()) return tl::unexpected(*reader.error());
  const Result<Calibration> of_cpus = find_calibration(asking.data, host_accelerator({}), "inference");
  if (!of_cpus) return fail(of_cpus);
  TrialWatch watch;
  watch.tell = [&](double share, const Message& next) { return asking.tell(share, [&] { return next; }); };
  watch.show_predicted = [&](const HostTrial& trial) {
    asking.show_predicted([&](const Pen& pen) { return predicted_text(trial, pen); });
  };
  Result<HostTrial> tried = try_host(watch);
  if (!tried) return fail(tried);
  const auto trial = std::make_shared<const HostTrial>(std::move(*tried));
  Answer answer;
  std::vector<std::string> paths;
  if (!folder.empty()) {
    for (const HostFile& file : host_files(*trial, *of_cpus, asking.today.empty() ? today() : asking.today)) {
      paths.push_back(folder + "/" + file.path);
      answer.files.push_back({"out", [text = file.text] { return text; }, {}, file.path});
    }
  }
  answer.json = host_json(*trial, paths);
  answer.rows = answer.json["predictions"];
  answer.text = [trial, folder](const Pen& pen) { return trial_text(*trial, folder, pen); };
  return answer;
}

}  // namespace hakaru
