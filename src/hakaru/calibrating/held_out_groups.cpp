#include "hakaru/calibrating/held_out_groups.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>

namespace hakaru {
namespace {

using Part = std::size_t;

/// The unit that is held back in turn.
enum class HeldOutBy { models, series, rows };
constexpr HeldOutBy held_out_by[] = {HeldOutBy::models, HeldOutBy::series, HeldOutBy::rows};

/// The numbers of all models and of all series.
struct HeldOutParts {
  std::map<std::string, Part> models, series;

  Part of(const HeldOutGroup::Row& row, HeldOutBy by) const {
    if (by == HeldOutBy::models) return models.at(row.model);
    return (by == HeldOutBy::series ? series.at(row.series) : row.at) % held_out_tenths;
  }
};

/// Constants, with and without each part.
struct HeldOutConstants {
  std::vector<double Calibration::*> members;  ///< that a table of them has
  std::vector<TunedConstant> fitted_to_rows;   ///< of these, those that are no relative's
  Calibration fitted;
  std::map<Part, Calibration> without;

  const Calibration& unseen(Part part) const {
    const auto found = without.find(part);
    return found == without.end() ? fitted : found->second;
  }
};

/// A group, and what is known of it so far.
struct GroupInTurn {
  const HeldOutGroup* of = nullptr;
  FigureFit fit;  ///< of one fit or prediction at a time
  bool has_table = false;
  const GroupInTurn* relative = nullptr;  ///< from which it sets out
  std::size_t turn = 0;                   ///< after that of the relative
  std::map<HeldOutBy, HeldOutConstants> set_out, fitted;
};

/// `usual` with the constants of a relative's table.
HeldOutConstants carried_over(const HeldOutConstants& table, const Calibration& usual) {
  const auto carried = [&](const Calibration& from) {
    Calibration calibration = usual;
    for (const auto member : table.members) calibration.*member = from.*member;
    return calibration;
  };
  HeldOutConstants over{table.members, {}, carried(table.fitted), {}};
  for (const auto& [part, calibration] : table.without) over.without.emplace(part, carried(calibration));
  return over;
}

Result<HeldOutConstants> fitted_constants(const GroupInTurn& group, const HeldOutParts& parts, HeldOutBy by) {
  HeldOutConstants constants = group.set_out.at(by);
  FigureFit fit = group.of->make_fit();
  fit.start = constants.fitted;
  fit.start_without = constants.without;
  fit.starts_unseen = fit.in_parts = fit.parts_elsewhere = fit.descends_once = true;
  if (by != HeldOutBy::models) fit.constants = group.fitted.at(HeldOutBy::models).fitted_to_rows;  // chosen once
  for (std::size_t at = 0; at < fit.figures.size(); ++at) fit.figures[at].part = parts.of(group.of->rows[at], by);
  const Result<FigureTable> found =
      figure_table(fit, group.of->software, group.of->accelerator + ", " + group.of->software);
  if (!found) return fail(found);
  if (!found->group) return constants;
  constants.fitted = found->fitted;
  constants.without = found->without;
  constants.members.clear();
  constants.fitted_to_rows.clear();
  for (const FittedCalibration::Value& value : found->group->values) {
    for (const TunedConstant& constant : fit.kept) {
      if (constant.name != value.constant.name) continue;
      constants.members.push_back(constant.member);
      if (value.kept_of.empty()) constants.fitted_to_rows.push_back(constant);
    }
  }
  return constants;
}

/// Relatives before those that set out from them.
std::vector<GroupInTurn> in_turn(const std::vector<HeldOutGroup>& groups) {
  std::vector<GroupInTurn> turns(groups.size());
  std::vector<GroupInTurn*> with_tables;
  std::vector<std::size_t> order(groups.size());
  for (std::size_t at = 0; at < order.size(); ++at) order[at] = at;
  std::ranges::stable_sort(order, {}, [&](std::size_t at) { return groups[at].line.size(); });
  for (const std::size_t at : order) {
    GroupInTurn& turn = turns[at];
    turn.of = &groups[at];
    turn.fit = groups[at].make_fit();
    const auto has_same = [&](const GroupInTurn* other, const std::string& table) {
      return other->of->software == turn.of->software && other->of->table == table;
    };
    // A table of a kind of accelerators is of the first of them.
    const bool is_taken = std::ranges::any_of(with_tables, [&](auto* each) { return has_same(each, turn.of->table); });
    turn.has_table = turn.of->is_its_own && !turn.fit.figures.empty() && !is_taken;
    for (const std::string& relative : turn.of->line) {
      const auto found = std::ranges::find_if(with_tables, [&](auto* each) { return has_same(each, relative); });
      if (found == with_tables.end()) continue;
      turn.relative = *found;
      turn.turn = turn.relative->turn + 1;
      break;
    }
    if (turn.has_table) with_tables.push_back(&turn);
  }
  return turns;
}

std::optional<Error> fit_those(const std::vector<GroupInTurn*>& groups, const HeldOutParts& parts,
                               const std::vector<HeldOutBy>& by) {
  std::vector<Result<HeldOutConstants>> found(groups.size() * by.size(), HeldOutConstants());
  oneapi::tbb::parallel_for(std::size_t{0}, found.size(), [&](std::size_t task) {
    found[task] = fitted_constants(*groups[task / by.size()], parts, by[task % by.size()]);
  });
  for (std::size_t task = 0; task < found.size(); ++task) {
    if (!found[task]) return found[task].error();
    groups[task / by.size()]->fitted.emplace(by[task % by.size()], std::move(*found[task]));
  }
  return std::nullopt;
}

std::optional<Error> fit_in_turn(std::vector<GroupInTurn>& turns, const HeldOutParts& parts,
                                 const HeldOutProgress& told) {
  std::map<std::size_t, std::vector<GroupInTurn*>> by_turn;
  for (GroupInTurn& turn : turns) by_turn[turn.turn].push_back(&turn);
  std::size_t done = 0;
  for (const auto& [turn, groups] : by_turn) {
    std::vector<GroupInTurn*> with_tables;
    for (GroupInTurn* group : groups) {
      for (const HeldOutBy by : held_out_by) {
        group->set_out[by] = group->relative == nullptr
                                 ? HeldOutConstants{{}, {}, group->fit.usual, {}}
                                 : carried_over(group->relative->fitted.at(by), group->fit.usual);
      }
      if (group->has_table) with_tables.push_back(group);
    }
    if (auto error = fit_those(with_tables, parts, {HeldOutBy::models})) return error;
    if (auto error = fit_those(with_tables, parts, {HeldOutBy::series, HeldOutBy::rows})) return error;
    done += groups.size();
    told(static_cast<double>(done) / static_cast<double>(turns.size()));
  }
  return std::nullopt;
}

UnseenSeconds unseen_of(const GroupInTurn& group, const HeldOutParts& parts, std::size_t at) {
  const std::vector<HeldOutGroup::Row>& rows = group.of->rows;
  const HeldOutGroup::Row& row = rows[at];
  const FigureFit& fit = group.fit;
  const Part model = parts.of(row, HeldOutBy::models);
  UnseenSeconds seconds;
  const auto into = [&](Nearness nearness) -> std::optional<double>& {
    return seconds[static_cast<std::size_t>(nearness)];
  };
  /// Predicts the row if any fitted row that is not hidden with it is near enough.
  const auto add = [&](Nearness nearness, HeldOutBy by, const auto& is_near) {
    const auto seen = [&](const HeldOutGroup::Row& other) {
      return is_near(other) && !(row.fitted && parts.of(other, by) == parts.of(row, by));
    };
    const auto end = rows.begin() + static_cast<std::ptrdiff_t>(fit.figures.size());
    if (std::none_of(rows.begin(), end, seen)) return;
    const HeldOutConstants& constants = group.fitted.at(by);
    const bool is_hidden = row.fitted || by == HeldOutBy::models;
    into(nearness) = fit.predict_s(is_hidden ? constants.unseen(parts.of(row, by)) : constants.fitted, at);
  };
  if (group.has_table) {
    add(Nearness::series, HeldOutBy::rows, [&](const HeldOutGroup::Row& other) { return other.series == row.series; });
    add(Nearness::model, HeldOutBy::series, [&](const HeldOutGroup::Row& other) { return other.model == row.model; });
    add(Nearness::pair, HeldOutBy::models, [&](const HeldOutGroup::Row& other) { return other.model != row.model; });
  }
  if (group.relative != nullptr)
    into(Nearness::software) = fit.predict_s(group.set_out.at(HeldOutBy::models).unseen(model), at);
  into(Nearness::none) = fit.predict_s(fit.usual, at);
  return seconds;
}

}  // namespace

Result<std::vector<std::vector<UnseenSeconds>>> held_out_seconds(const std::vector<HeldOutGroup>& groups,
                                                                 const HeldOutProgress& told) {
  HeldOutParts parts;
  for (const HeldOutGroup& group : groups) {
    for (const HeldOutGroup::Row& row : group.rows) {
      parts.models.try_emplace(row.model, parts.models.size());
      parts.series.try_emplace(row.series, parts.series.size());
    }
  }
  std::vector<GroupInTurn> turns = in_turn(groups);
  if (const std::optional<Error> error = fit_in_turn(turns, parts, told)) return tl::unexpected(*error);
  std::vector<std::vector<UnseenSeconds>> seconds;
  for (const GroupInTurn& turn : turns) {
    auto& of_group = seconds.emplace_back();
    for (std::size_t at = 0; at < turn.of->rows.size(); ++at) of_group.push_back(unseen_of(turn, parts, at));
  }
  return seconds;
}

}  // namespace hakaru
