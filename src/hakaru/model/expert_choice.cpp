#include "hakaru/model/expert_choice.h"

#include <algorithm>

#include "hakaru/core/real.h"
#include "hakaru/numerics/elementary.h"

namespace hakaru {
namespace {

/// The chance of the i-th most popular expert to be the one of a row.
class Popularity {
 public:
  Popularity(const Linear& linear, double skew) : skew_(skew), most_(1 / real(linear.experts_per_token)) {
    for (std::int64_t each = 1; each <= linear.experts; ++each) rest_ += weight(each);
    while (chosen_by_all_ < linear.experts_per_token && of_rest(chosen_by_all_ + 1) > most_)
      rest_ -= weight(++chosen_by_all_);
  }
  double operator()(std::int64_t each) const { return each <= chosen_by_all_ ? most_ : of_rest(each); }

 private:
  double weight(std::int64_t each) const { return elementary::pow(real(each), -skew_); }
  double of_rest(std::int64_t each) const { return (1 - real(chosen_by_all_) * most_) * weight(each) / rest_; }

  double skew_, most_;
  std::int64_t chosen_by_all_ = 0;
  double rest_ = 0;  ///< weights of those that some tokens leave out
};

}  // namespace

ExpertLoad expert_load(const Linear& linear, std::int64_t ep, double tokens, const ExpertChoice& choice) {
  const double experts = real(linear.experts), chosen = real(linear.experts_per_token);
  const auto hit = [&](double chance) { return 1 - elementary::pow(1 - std::min(1.0, chance), tokens); };
  const auto taken = [&](double part) {
    return choice.capacity > 0 ? std::min(part, choice.capacity / experts) : part;
  };
  ExpertLoad load;
  if (choice.skew == 0) {
    load = {experts / real(ep) * hit(chosen / experts), taken(1 / experts) * experts / real(ep)};
  } else {
    const Popularity popularity(linear, choice.skew);
    for (std::int64_t each = 1; each <= linear.experts; each += ep) {
      const double chance = popularity(each);
      load.running += hit(chosen * chance);
      load.share += taken(chance);
    }
  }
  load.running = std::max(load.running, 1.0);
  return load;
}

double uneven_load(const Linear& linear, std::int64_t ep, const ExpertChoice& choice) {
  if (linear.experts == 0 || choice == ExpertChoice{}) return 1;
  return expert_load(linear, ep, 1, choice).share * real(ep);
}

double uneven_load(const Model& model, std::int64_t ep, const ExpertChoice& choice) {
  double load = 1;
  for_each_block(model, [&](const Block& block, std::int64_t) {
    for (const Module& module : block.modules) {
      const auto* linear = std::get_if<Linear>(&module.kind);
      if (linear != nullptr && linear->experts > 0) load = uneven_load(*linear, ep, choice);
    }
  });
  return load;
}

}  // namespace hakaru
