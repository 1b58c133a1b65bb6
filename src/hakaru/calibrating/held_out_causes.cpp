#include "hakaru/calibrating/held_out_causes.h"

#include <algorithm>
#include <map>
#include <set>

#include "hakaru/core/text.h"

namespace hakaru {
namespace {

using IsNear = bool (*)(const HeldOutCausedRun& run, const HeldOutCausedRun& seen);

// Conditions under which a seen run is near.
bool any_run(const HeldOutCausedRun&, const HeldOutCausedRun&) { return true; }
bool same_software(const HeldOutCausedRun& run, const HeldOutCausedRun& seen) {
  return run.of->software == seen.of->software;
}
bool same_accelerator(const HeldOutCausedRun& run, const HeldOutCausedRun& seen) {
  return run.of->accelerator == seen.of->accelerator;
}
bool same_pair(const HeldOutCausedRun& run, const HeldOutCausedRun& seen) {
  return same_software(run, seen) && run.of->accelerator == seen.of->accelerator;
}
bool same_model(const HeldOutCausedRun& run, const HeldOutCausedRun& seen) {
  return same_pair(run, seen) && run.of->model == seen.of->model;
}
bool same_series(const HeldOutCausedRun& run, const HeldOutCausedRun& seen) {
  return same_model(run, seen) && run.configuration == seen.configuration;
}

std::string series_of(const HeldOutCausedRun& run) {
  return join({run.of->name_of(Cause::pair), run.of->model, run.configuration}, "|");
}

/// Fits without some rows, and what these fits predict of them.
class HoldingOut {
 public:
  HoldingOut(const HeldOutCauses& asked, const HeldOutProgress& told)
      : asked_(asked), told_(told), fitter_(asked.problem->joint()) {
    fitter_.fit([](std::size_t, std::size_t) { return true; });
    fitter_.keep();
    for (const std::vector<HeldOutCausedRun>* each : {&asked.fitted, &asked.beside}) {
      for (const HeldOutCausedRun& run : *each) series_.try_emplace(series_of(run), series_.size());
    }
  }

  void run() {
    const std::set<std::string> models = names_of([](const HeldOutCausedRun& run) { return run.of->model; });
    fits_ = 2 * held_out_tenths + models.size();
    for (const auto member : {&CausedRun::accelerator, &CausedRun::software})
      fits_ += names_of([&](const HeldOutCausedRun& run) { return run.of->model + "|" + run.of->*member; }).size();
    hold_back_tenths(Nearness::series, same_series,
                     [](const HeldOutCausedRun& run, std::size_t row) { return run.numbers[row]; });
    hold_back_tenths(Nearness::model, same_model,
                     [&](const HeldOutCausedRun& run, std::size_t) { return series_.at(series_of(run)); });
    for (const std::string& model : models) hold_back_model(model);
  }

 private:
  using IsRow = std::function<bool(const HeldOutCausedRun& run, std::size_t row)>;

  template <typename Of>
  std::set<std::string> names_of(const Of& of) const {
    std::set<std::string> names;
    for (const std::vector<HeldOutCausedRun>* each : {&asked_.fitted, &asked_.beside}) {
      for (const HeldOutCausedRun& run : *each) names.insert(of(run));
    }
    return names;
  }

  /// Figures of a run of one row are all of that row.
  static std::size_t row_of(const HeldOutCausedRun& run, std::size_t figure) {
    return run.numbers.size() == 1 ? 0 : figure;
  }

  std::vector<double> fit_without(const IsRow& hidden, std::span<const double> from = {}) {
    std::vector<double> found =
        fitter_.fit([&](std::size_t run,
                        std::size_t figure) { return !hidden(asked_.fitted[run], row_of(asked_.fitted[run], figure)); },
                    from);
    told_(static_cast<double>(++done_) / static_cast<double>(fits_));
    return found;
  }

  bool any_seen_near(const HeldOutCausedRun& run, const IsRow& hidden, IsNear near) const {
    return std::ranges::any_of(asked_.fitted, [&](const HeldOutCausedRun& seen) {
      if (!near(run, seen)) return false;
      for (std::size_t row = 0; row < seen.numbers.size(); ++row) {
        if (!hidden(seen, row)) return true;
      }
      return false;
    });
  }

  void predict(const std::vector<double>& constants, const IsRow& hidden, const IsRow& wanted, Nearness into,
               IsNear near) const {
    for (const bool beside : {false, true}) {
      const std::vector<HeldOutCausedRun>& runs = beside ? asked_.beside : asked_.fitted;
      for (std::size_t at = 0; at < runs.size(); ++at) {
        std::vector<std::size_t> rows;
        for (std::size_t row = 0; row < runs[at].numbers.size(); ++row) {
          if (wanted(runs[at], row)) rows.push_back(row);
        }
        if (rows.empty() || !any_seen_near(runs[at], hidden, near)) continue;
        const Calibration with = asked_.problem->calibration_of(*runs[at].of, constants);
        for (const std::size_t row : rows) asked_.tell(beside, at, row, with, into);
      }
    }
  }

  /// Holds back a tenth at a time of what `number_of` counts. Runs that no fit takes are predicted by the shipped
  /// constants, where these are as near.
  void hold_back_tenths(Nearness into, IsNear near,
                        const std::function<std::size_t(const HeldOutCausedRun& run, std::size_t row)>& number_of) {
    for (std::size_t tenth = 0; tenth < held_out_tenths; ++tenth) {
      const auto hidden = [&](const HeldOutCausedRun& run, std::size_t row) {
        return number_of(run, row) % held_out_tenths == tenth;
      };
      predict(fit_without(hidden), hidden, hidden, into, near);
    }
    const auto none = [](const HeldOutCausedRun&, std::size_t) { return false; };
    for (std::size_t at = 0; at < asked_.beside.size(); ++at) {
      if (any_seen_near(asked_.beside[at], none, near)) asked_.tell_shipped(at, into);
    }
  }

  /// Fits without `model`, and also without each accelerator and each software that ran it.
  void hold_back_model(const std::string& model) {
    const auto is_of = [&](const HeldOutCausedRun& run, std::size_t) { return run.of->model == model; };
    const std::vector<double> without = fit_without(is_of);
    predict(without, is_of, is_of, Nearness::pair, same_pair);
    const auto is_apart = [&](const HeldOutCausedRun& run, std::size_t row) {
      return is_of(run, row) && !any_seen_near(run, is_of, same_pair) && any_seen_near(run, is_of, same_accelerator);
    };
    predict(without, is_of, is_apart, Nearness::apart, same_software);
    const std::tuple<std::string CausedRun::*, Nearness, IsNear> besides[] = {
        {&CausedRun::accelerator, Nearness::software, same_software}, {&CausedRun::software, Nearness::none, any_run}};
    for (const auto& [member, into, near] : besides) {
      const auto of_model = [&, of = member](const HeldOutCausedRun& run) {
        return run.of->model == model ? run.of->*of : std::string();
      };
      for (const std::string& name : names_of(of_model)) {
        if (name.empty()) continue;
        const auto wanted = [&, of = member](const HeldOutCausedRun& run, std::size_t row) {
          return is_of(run, row) && run.of->*of == name;
        };
        const auto hidden = [&, of = member](const HeldOutCausedRun& run, std::size_t row) {
          return is_of(run, row) || run.of->*of == name;
        };
        predict(fit_without(hidden, without), hidden, wanted, into, near);
      }
    }
  }

  const HeldOutCauses& asked_;
  const HeldOutProgress& told_;
  JointFitter fitter_;
  std::map<std::string, std::size_t> series_;
  std::size_t fits_ = 1, done_ = 0;
};

}  // namespace

void hold_out_by_causes(const HeldOutCauses& asked, const HeldOutProgress& told) { HoldingOut(asked, told).run(); }

}  // namespace hakaru
