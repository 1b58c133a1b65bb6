#include "hakaru/calibrating/caused_fit.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "hakaru/core/fields.h"
#include "hakaru/core/quantities.h"
#include "hakaru/evidence/held_out.h"

namespace hakaru {
namespace {

constexpr std::size_t rows_of_a_version = 6;  // fewer are of their software
constexpr Cause all_causes[] = {Cause::kind, Cause::software, Cause::accelerator, Cause::pair, Cause::version};

bool is_software(const std::string& name, const std::vector<const CausedRun*>& runs) {
  return std::ranges::any_of(runs, [&](const CausedRun* run) { return run->software == name; });
}

}  // namespace

std::string CausedRun::name_of(Cause cause) const {
  switch (cause) {
    case Cause::kind:
      return kind;
    case Cause::software:
      return software;
    case Cause::accelerator:
      return accelerator;
    case Cause::pair:
      return software + " " + accelerator;
    case Cause::version:
      break;
  }
  return version;
}

Calibration CausedValues::with(Calibration start, std::span<const double> found) const {
  for (std::size_t at = 0; at < members.size(); ++at)
    start.*members[at].value = members[at].complement ? 1 - found[at] : found[at];
  return start;
}

CausesOfRuns::CausesOfRuns(const std::vector<CausedConstant>& constants, const std::vector<const CausedRun*>& runs)
    : constants_(constants) {
  for (const Cause cause : all_causes) {
    if (count_of(cause) == 0) continue;
    std::map<std::string, std::size_t> rows;
    std::set<std::string> unmeasured;
    for (const CausedRun* run : runs) {
      const std::string name = run->name_of(cause);
      rows[name] += run->rows;
      if (!run->start.kernels->covers_kernels()) unmeasured.insert(name);
    }
    for (const auto& [name, count] : rows) {
      if (name.empty()) continue;
      if (cause == Cause::version && (count < rows_of_a_version || is_software(name, runs))) continue;
      begin_[{cause, name}] = {of_.size(), count};
      for (const CausedConstant& constant : constants) {
        if (!constant.is_of(cause)) continue;
        of_.push_back(&constant);
        centre_.push_back(constant.centre_of(cause, name));
        spread_.push_back(unmeasured.contains(name) ? constant.spread_without_kernels : constant.spread);
      }
    }
  }
  for (const CausedRun* run : runs) {
    for (const Cause cause : {Cause::software, Cause::accelerator, Cause::pair}) add_relative(cause, *run);
  }
}

std::vector<JointConstant> CausesOfRuns::joint() const {
  std::vector<JointConstant> joint;
  for (std::size_t at = 0; at < of_.size(); ++at)
    joint.push_back({centre_[at], spread_[at], of_[at]->lower, of_[at]->upper});
  for (const auto& [key, relative] : relative_) {
    const std::size_t own = begin_.at(key).first, other = begin_.at(relative).first;
    for (std::size_t each = 0; each < count_of(key.first); ++each) joint[own + each].relative = other + each;
  }
  return joint;
}

CausedValues CausesOfRuns::of(const CausedRun& run) const {
  CausedValues made;
  const auto is_set = [&](const CausedConstant::Member& member) {
    return std::ranges::find(made.members, member.value, &CausedValues::Member::value) != made.members.end();
  };
  const auto value_of = [&](const CausedConstant::Member& member) -> JointValue& {
    const auto is_it = [&](const CausedValues::Member& each) { return each.value == member.value; };
    const auto found = std::ranges::find_if(made.members, is_it);
    if (found != made.members.end()) return made.values[static_cast<std::size_t>(found - made.members.begin())];
    made.members.push_back({member.value, false});
    made.values.push_back({{}, run.start.*member.value, member.max});
    return made.values.back();
  };
  for (const Cause cause : {Cause::software, Cause::accelerator, Cause::pair, Cause::version}) {
    const std::optional<Key> nearest = nearest_of(cause, run);
    std::size_t place = nearest ? begin_.at(*nearest).first : 0;
    for (const CausedConstant& constant : constants_) {
      if (!constant.is_of(cause)) continue;
      const std::size_t at = place++;
      for (const CausedConstant::Member& member : constant.members) {
        if (constant.is_factor && run.start.*member.value <= 0 && !is_set(member)) continue;  // nothing to multiply
        JointValue& value = value_of(member);
        if (!constant.is_factor) value.base = 1;
        if (constant.complement) made.members[static_cast<std::size_t>(&value - made.values.data())].complement = true;
        if (nearest) {
          value.effects.push_back({at, member.power});
        } else {
          value.base *= std::pow(constant.centre, member.power);
        }
      }
    }
  }
  return made;
}

/// The nearest known key for a run: its software, else its kind; its accelerator or pair, else the nearest relative's.
std::optional<CausesOfRuns::Key> CausesOfRuns::nearest_of(Cause cause, const CausedRun& run) const {
  std::vector<Key> keys{{cause, run.name_of(cause)}};
  if (cause == Cause::software) keys.push_back({Cause::kind, run.kind});
  for (const std::string& relative : run.relatives) {
    if (cause == Cause::accelerator) keys.push_back({cause, relative});
    if (cause == Cause::pair) keys.push_back({cause, run.software + " " + relative});
  }
  const auto known = std::ranges::find_if(keys, [&](const Key& key) { return begin_.contains(key); });
  return known == keys.end() ? std::nullopt : std::optional(*known);
}

std::vector<CausedTable> CausesOfRuns::tables(const std::vector<double>& values) const {
  const std::vector<JointConstant> joint = this->joint();
  std::vector<CausedTable> tables;
  for (const auto& [key, where] : begin_) {
    const auto kind = relative_.find(key);
    const bool has_kind = key.first == Cause::software && kind != relative_.end();
    CausedTable table{key.first, key.second, has_kind ? kind->second.second : "", where.second, {}};
    std::size_t place = where.first;
    for (const CausedConstant& constant : constants_) {
      if (!constant.is_of(key.first)) continue;
      const std::size_t at = place++;
      const double value = values[at];
      if (value == (joint[at].relative ? values[*joint[at].relative] : constant.centre)) continue;
      constexpr double near = 1.001;
      const bool at_bound = value < constant.lower * near || value > constant.upper / near;
      table.values.push_back({constant.name, constant.meaning, constant.unit, value, at_bound});
    }
    tables.push_back(std::move(table));
  }
  return tables;
}

std::size_t CausesOfRuns::count_of(Cause cause) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(constants_, [&](const CausedConstant& each) { return each.is_of(cause); }));
}

/// True if the chain of relatives that begins at `from` leads to `own`: two may be each other's nearest relatives.
bool CausesOfRuns::leads_to(const Key& own, const Key& from) const {
  for (auto next = relative_.find(from); next != relative_.end(); next = relative_.find(next->second)) {
    if (next->second == own) return true;
  }
  return false;
}

/// The run's software stands near its kind; its accelerator, or pair, near that of the nearest relative of which there
/// are rows.
void CausesOfRuns::add_relative(Cause cause, const CausedRun& run) {
  const Key own{cause, run.name_of(cause)};
  if (!begin_.contains(own)) return;
  if (cause == Cause::software) {
    if (begin_.contains({Cause::kind, run.kind})) relative_[own] = {Cause::kind, run.kind};
    return;
  }
  for (const std::string& accelerator : run.relatives) {
    const Key relative{cause, cause == Cause::pair ? run.software + " " + accelerator : accelerator};
    if (accelerator == run.accelerator || !begin_.contains(relative) || leads_to(own, relative)) continue;
    relative_[own] = relative;
    return;
  }
}

namespace {

/// True if any figure of a run changes from a third of the value to three times the value.
bool matters(const PredictByCalibration& predict, std::size_t run, const Calibration& start,
             const CausedValues::Member& member, double centre) {
  constexpr double far = 3;
  std::vector<double> least;
  for (const double factor : {1 / far, far}) {
    Calibration moved = start;
    moved.*member.value = member.complement ? std::max(0.0, 1 - centre * factor) : centre * factor;
    const std::vector<double> found = predict(run, moved);
    if (least.empty()) {
      least = found;
    } else if (found != least) {
      return true;
    }
  }
  return false;
}

}  // namespace

CausedProblem::CausedProblem(const std::vector<CausedConstant>& constants, std::vector<const CausedRun*> runs,
                             PredictByCalibration predict, std::vector<double> loss_scales)
    : runs_(std::move(runs)), causes_(constants, runs_), predict_(std::move(predict)) {
  joint_.loss_scales = std::move(loss_scales);
  std::map<std::pair<std::string, std::string>, double> alike;
  for (const CausedRun* run : runs_) alike[{run->name_of(Cause::pair), run->model}] += static_cast<double>(run->rows);
  joint_.constants = causes_.joint();
  std::vector<double> centres;
  for (const JointConstant& constant : joint_.constants) centres.push_back(constant.centre);
  for (std::size_t at = 0; at < runs_.size(); ++at) {
    const CausedRun& run = *runs_[at];
    const CausedValues all = causes_.of(run);
    std::vector<double> found;
    for (const JointValue& value : all.values) found.push_back(value.at(centres));
    const Calibration usual = all.with(run.start, found);
    CausedValues kept;
    Calibration& start = starts_.emplace_back(usual);
    JointRun joint;
    for (std::size_t value = 0; value < all.values.size(); ++value) {
      if (!matters(predict_, at, start, all.members[value], found[value])) continue;
      kept.members.push_back(all.members[value]);
      joint.values.push_back(all.values[value]);
    }
    const double weight =
        weight_of_alike * run.trust * share_among_alike(alike.at({run.name_of(Cause::pair), run.model}));
    for (const CausedRun::Figure& figure : run.figures)
      joint.figures.push_back({figure.measured, weight, figure.width});
    joint_.runs.push_back(std::move(joint));
    values_.push_back(std::move(kept));
  }
  joint_.predict = [this](std::size_t at, std::span<const double> values) {
    return predict_(at, values_[at].with(starts_[at], values));
  };
}

Calibration CausedProblem::calibration_of(const CausedRun& run, std::span<const double> constants) const {
  const CausedValues all = causes_.of(run);
  std::vector<double> found;
  for (const JointValue& value : all.values) found.push_back(value.at(constants));
  return all.with(run.start, found);
}

namespace {

std::string part_of(const CausedRun& run, JointHoldBack hold_back) {
  if (hold_back == JointHoldBack::models) return run.model;
  return run.name_of(hold_back == JointHoldBack::pairs ? Cause::pair : Cause::accelerator);
}

/// Predicted over measured, less 1.
double signed_pct(double found_s, const CausedRun::Figure& figure) {
  return 100 * ((is_rate(figure.metric) ? figure.measured / found_s : found_s / figure.measured) - 1);
}

}  // namespace

std::size_t CausedFit::constants() const {
  std::size_t sum = 0;
  for (const CausedTable& table : tables) sum += table.values.size();
  return sum;
}

void fit_by_causes(const CausedProblem& problem, JointHoldBack hold_back, CausedFit& fit) {
  JointFitter fitter(problem.joint());
  const std::vector<double> values = fitter.fit([](std::size_t, std::size_t) { return true; });
  fit.held_back = hold_back;
  fit.tables = problem.causes().tables(values);
  std::vector<std::size_t> first;
  std::set<std::string> parts;
  for (std::size_t at = 0; at < problem.runs().size(); ++at) {
    const CausedRun& run = *problem.runs()[at];
    fit.rows += run.rows;
    const std::vector<double> found_s = predicted_figures(problem.joint(), at, values);
    first.push_back(fit.errors.size());
    for (std::size_t figure = 0; figure < found_s.size(); ++figure)
      fit.errors.push_back({run.figures[figure].line, run.figures[figure].metric, run.vendor, run.accelerator,
                            run.software, run.version, run.model, signed_pct(found_s[figure], run.figures[figure]),
                            std::nullopt});
    if (hold_back != JointHoldBack::none) parts.insert(part_of(run, hold_back));
  }
  fitter.keep();
  for (const std::string& part : parts) {
    const auto is_hidden = [&](std::size_t run) { return part_of(*problem.runs()[run], hold_back) == part; };
    const std::vector<double> without = fitter.fit([&](std::size_t run, std::size_t) { return !is_hidden(run); });
    for (std::size_t at = 0; at < problem.runs().size(); ++at) {
      if (!is_hidden(at)) continue;
      const std::vector<double> found_s = predicted_figures(problem.joint(), at, without);
      for (std::size_t figure = 0; figure < found_s.size(); ++figure)
        fit.errors[first[at] + figure].unseen_pct = signed_pct(found_s[figure], problem.runs()[at]->figures[figure]);
    }
  }
}

std::string caused_constants_text(const CausedFit& fit) {
  const bool serving = fit.use == CausedUse::serving;
  std::string text = fmt::format("# Made by hakaru calibrate {}: constants of {} by their causes.\n",
                                 serving ? "serving" : "training", serving ? "serving engines" : "training software");
  const auto line = [&](const std::string& name, double value, const std::string& unit, const std::string& meaning) {
    text += fmt::format("{} = {:.4g} # {}{}\n", name, value, unit.empty() ? "" : unit + ": ", meaning);
  };
  for (const CausedTable& table : fit.tables) {
    const std::string source = fmt::format("{} of {} rows of {}, fitted together", table.rows, fit.rows, fit.file);
    text += fmt::format("\n[{}.{}]\nsource = {}\n", tables_of(table.cause, fit.use), toml_key(table.name),
                        Json(source).dump(-1, ' ', false, Json::error_handler_t::replace));
    if (!table.kind.empty()) text += fmt::format("kind = \"{}\"\n", table.kind);
    for (const CausedTable::Value& value : table.values)
      line(value.name, value.value, value.unit, value.meaning + (value.at_bound ? " (at a bound)" : ""));
  }
  text += fmt::format("\n[usual]\nsource = \"the centres of data/{}\"\n", meanings_path(fit.use));
  for (const CausedConstant& constant : fit.usual) {
    if (constant.is_of(Cause::software) || constant.is_of(Cause::accelerator))
      line(constant.name, constant.centre, constant.unit, constant.meaning);
  }
  return text;
}

}  // namespace hakaru
