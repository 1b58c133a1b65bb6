#include "hakaru/timing/token_dispatch.h"

#include <algorithm>

#include "hakaru/core/real.h"

namespace hakaru {
namespace {

constexpr NumberRange share{.min = 0, .max = 1};

Result<TokenDispatch> read_dispatch(const Json& all, const std::string& name, const std::string& file) {
  if (!all.contains(name)) return bad_input("{}: dispatcher '{}' is not known", file, name);
  Fields fields(all[name], file, "dispatcher." + name);
  TokenDispatch dispatch;
  dispatch.name = name;
  dispatch.once_per_instance = fields.boolean_or("once_per_instance", false);
  dispatch.network_share = fields.number_or("network_share", 1, share);
  dispatch.link_share = fields.number_or("link_share", 1, share);
  dispatch.cores_share = fields.number_or("cores_share", 0, share);
  if (const std::string narrow = fields.text_or("narrow", ""); !narrow.empty()) {
    const Result<DataType> type = parse_data_type(narrow);
    if (!type) return fail(type);
    dispatch.narrow = *type;
  }
  dispatch.source = fields.text("source");
  fields.refuse_unknown();
  if (fields.error()) return tl::unexpected(*fields.error());
  return dispatch;
}

}  // namespace

Result<SoftwareDispatch> dispatch_of(const Json& table, const std::string& file, const std::string& software,
                                     const std::string& accelerator) {
  static const Json nothing = Json::object();
  const Json& all = table.contains("software") ? table["software"] : nothing;
  if (!all.contains(software)) return SoftwareDispatch{};
  Fields fields(all[software], file, "software." + software);
  const std::string usually = fields.text_or("usually", TokenDispatch{}.name);
  const std::string today = fields.text_or(accelerator, usually);
  const std::string before = fields.text_or("before", usually);
  const bool gathers_fp8 = fields.boolean_or("gathers_fp8", false);
  if (fields.error()) return tl::unexpected(*fields.error());
  const Json& dispatchers = table.contains("dispatcher") ? table["dispatcher"] : nothing;
  Result<TokenDispatch> found = read_dispatch(dispatchers, today, file);
  if (!found) return fail(found);
  Result<TokenDispatch> earlier = read_dispatch(dispatchers, before, file);
  if (!earlier) return fail(earlier);
  return SoftwareDispatch{std::move(*found), std::move(*earlier), gathers_fp8};
}

double reached_parts(double experts, double chosen, double parts) {
  if (parts <= 1 || experts <= 0) return std::min(parts, 1.0);
  const double here = experts / parts;
  double missed = 1;
  for (double i = 0; i < chosen && missed > 0; ++i) missed *= std::max(0.0, experts - here - i) / (experts - i);
  return parts * (1 - missed);
}

double once_per_instance_s(const TokenDispatch& dispatch, const Linear& experts, const TokensOfRank& tokens,
                           const Group& group, const Instance& instance) {
  if (group.size <= 1) return 0;
  const double ranks = real(group.size), instances = real(group.instances);
  const double local = ranks / instances;
  const double all = real(experts.experts), chosen = real(experts.experts_per_token);
  double reached = reached_parts(all, chosen, instances);
  if (experts.expert_groups > 1) {
    const double limit = instances * real(experts.groups_per_token) / real(experts.expert_groups);
    reached = std::min(reached, std::max(1.0, limit));
  }
  const double values = tokens.count * tokens.width;
  const double bytes = values * (tokens.dispatch_bytes + tokens.combine_bytes);
  const double across = bytes * reached * (instances - 1) / instances;
  const double within = bytes * reached_parts(all, chosen, ranks) * (local - 1) / local;
  const double users = real(std::min(group.size, group.per_instance) * group.sharing);
  const double network = instance.between.bytes_per_s * dispatch.network_share / users;
  const double across_s = instances > 1 ? time_at(across, network) : 0;
  const double within_s = local > 1 ? time_at(within, instance.within.bytes_per_s * dispatch.link_share) : 0;
  const double latency_s = instances > 1 ? instance.between.latency_s : instance.within.latency_s;
  return 2 * latency_s + std::max(across_s, within_s);
}

}  // namespace hakaru
