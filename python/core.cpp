// The library as the Python package (hakaru/_asker.py) reaches it: a question as the text of its JSON in, an answer or
// the reason why there is none out. Other Python threads run while an answer is made, and Ctrl-C ends it.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <string>

#include "hakaru/asking/asker.h"
#include "hakaru/formats/plan_file.h"
#include "native/cores.h"
#include "native/data_folder.h"
#include "native/hub.h"

namespace hakaru::python {
namespace py = pybind11;
namespace {

/// An answer, of which Python asks for one form when it needs it.
class KeptAnswer {
 public:
  KeptAnswer(std::shared_ptr<const Asker> asker, const Translator& translator, Answer answer)
      : asker_(std::move(asker)), translator_(translator), answer_(std::move(answer)) {}

  std::string json() const { return json_text(answer_.json); }
  std::string rows() const { return json_text(answer_.rows); }
  std::string text(int columns) const {
    return answer_.text(Pen{translator_, {.columns = columns, .in_shell = false}});
  }
  /// Plans, whole; "": of an answer that has none.
  std::string file() const { return answer_.file ? json_text(answer_.file()) : ""; }

 private:
  std::shared_ptr<const Asker> asker_;  // the answer is good as long as it is
  const Translator& translator_;
  Answer answer_;
};

/// As `hakaru ask` exits, and what it has to say.
struct Outcome {
  ReplyStatus status = ReplyStatus::answered;
  std::string reason;
  std::shared_ptr<KeptAnswer> answer;
};

/// Makes what `make` gives on a thread of its own. This one looks for Ctrl-C meanwhile (Python tells its main thread
/// alone) and tells `progress` how far it is; what either raises, or `progress` giving False, ends the work.
template <typename Make>
auto watched(const Make& make, const py::object& progress) {
  constexpr auto between_looks = std::chrono::milliseconds(50);
  std::atomic<bool> stopped = false;
  std::atomic<double> share = 0;
  const AskingWatch watch{.stopped = [&] { return stopped.load(std::memory_order_relaxed); },
                          .progress = [&](double done) { share.store(done, std::memory_order_relaxed); }};
  std::exception_ptr raised;
  const py::gil_scoped_release others_may_run;
  auto made = std::async(std::launch::async, [&] { return make(watch); });
  while (made.wait_for(between_looks) != std::future_status::ready) {
    if (stopped) continue;
    const py::gil_scoped_acquire held;
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (!progress.is_none() && progress(share.load()).is(py::bool_(false))) stopped = true;
    } catch (...) {
      raised = std::current_exception();
      stopped = true;
    }
  }
  if (raised) std::rethrow_exception(raised);
  return made.get();
}

Outcome refused(const Error& error, const Translator& translator) {
  return {status_of(error), translator(error), nullptr};
}

Outcome answer(const std::shared_ptr<const Asker>& asker, const std::string& question, const AskingWatch& watch) {
  const Result<Json> json = parse_json(question, "question");
  if (!json) return refused(json.error(), Translator());
  Result<Answer> answered = asker->answer(*json, watch);
  if (watch.stopped()) return {ReplyStatus::cancelled, "cancelled", nullptr};
  const Translator& translator = asker->translator(*json);
  if (!answered) return refused(answered.error(), translator);
  return {ReplyStatus::answered, "", std::make_shared<KeptAnswer>(asker, translator, std::move(*answered))};
}

/// The data, read once; any number of threads may ask.
class PythonAsker {
 public:
  explicit PythonAsker(std::shared_ptr<const Asker> asker) : asker_(std::move(asker)) {}

  Outcome answer(const std::string& question, const py::object& progress) const {
    return watched([&](const AskingWatch& watch) { return python::answer(asker_, question, watch); }, progress);
  }
  std::string reply(const std::string& question, const py::object& progress) const {
    return watched([&](const AskingWatch& watch) { return asker_->ask(question, watch).json; }, progress);
  }

 private:
  std::shared_ptr<const Asker> asker_;
};

/// Opens the folder `named` laid over the data that came with the library; the reason where it cannot be read.
/// Without one: that of the environment or the user's own.
std::pair<std::optional<PythonAsker>, std::string> open(const std::optional<std::string>& named) {
  const std::string data_folder = named ? *named : native::data_folder("");
  Result<std::unique_ptr<const Asker>> asker = Asker::open({.data_folder = data_folder,
                                                            .today = today(),
                                                            .model_folder = native::hub_models(native::Fetches::no),
                                                            .executor = native::all_cores});
  if (!asker) return {std::nullopt, Translator()(asker.error())};
  return {PythonAsker(std::move(*asker)), ""};
}

/// The table of questions beyond their schema: the order of keys, and words for what they take.
std::string table_of_questions() {
  OrderedJson table = OrderedJson::array();
  for (const Question& question : questions()) {
    OrderedJson keys = OrderedJson::array();
    for (const QuestionKey& key : question.keys) {
      keys.push_back({{"name", key.name},
                      {"group", key.group},
                      {"takes", key.value},
                      {"help", key.help},
                      {"is_place", !key.place.empty()},
                      {"also", key.also},
                      {"is_output", key.is_output}});
    }
    table.push_back({{"name", question.name}, {"help", question.help}, {"keys", std::move(keys)}});
  }
  return table.dump();
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  using Released = py::call_guard<py::gil_scoped_release>;
  module.def("open", &open, py::arg("data_folder"), Released());
  module.def("table_of_questions", &table_of_questions);
  module.def("schema", [] { return json_text(question_schema()); });
  module.attr("version") = std::string(program_version());

  py::class_<PythonAsker>(module, "Asker")
      .def("answer", &PythonAsker::answer, py::arg("question"), py::arg("progress"))
      .def("reply", &PythonAsker::reply, py::arg("question"), py::arg("progress"));
  py::class_<Outcome>(module, "Outcome")
      .def_property_readonly("status", [](const Outcome& outcome) { return static_cast<int>(outcome.status); })
      .def_readonly("reason", &Outcome::reason)
      .def_readonly("answer", &Outcome::answer);
  py::class_<KeptAnswer, std::shared_ptr<KeptAnswer>>(module, "Answer")
      .def("json", &KeptAnswer::json, Released())
      .def("rows", &KeptAnswer::rows, Released())
      .def("text", &KeptAnswer::text, py::arg("columns"), Released())
      .def("file", &KeptAnswer::file, Released());
}

}  // namespace hakaru::python
