#include "hakaru/evidence/band.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace hakaru {
namespace {

constexpr const char* run_columns =
    "id,metric,accelerator,vendor,software,model,model_kind,identity,configuration,load,parts,accelerators,measured,"
    "fitted,unseen_row,unseen_series,unseen_model,relative,unknown\n";

/// A run that took e^`residual` as long as was predicted.
std::string run(int number, const std::string& accelerator, const std::string& model, double residual,
                int accelerators = 8, const std::string& parts = "tp", const std::string& metric = "tpot_ms") {
  const double measured = 10 * std::exp(residual);
  return fmt::format("r{0},{6},{1},maker,vllm,{2},dense,{2},tp8 bf16,c1 short,{4},{3},{5:.17g},10,10,10,10,10,\n",
                     number, accelerator, model, accelerators, parts, measured, metric);
}

/// Residuals between −spread and spread about `centre`, evenly.
std::string runs(int first, int count, const std::string& accelerator, const std::string& model, double centre,
                 double spread) {
  std::string text;
  for (int at = 0; at < count; ++at)
    text += run(first + at, accelerator, model, centre + spread * (2.0 * at / (count - 1) - 1));
  return text;
}

Bands bands_of(const std::string& rows) {
  const Result<DataFiles> data =
      DataFiles().with_texts({{"evidence/serving/published.csv", run_columns + rows}}, {"evidence/serving/"}, "test");
  EXPECT_TRUE(data.has_value());
  Result<Bands> bands = Bands::read(*data, "serving");
  EXPECT_TRUE(bands.has_value());
  return std::move(*bands);
}

RunContext figure(const std::string& accelerator, const std::string& model) {
  RunContext context;
  context.metric = "tpot_ms";
  context.accelerator = accelerator;
  context.vendor = "maker";
  context.software = "vllm";
  context.model_kind = "dense";
  context.identity = model;
  context.configuration = "tp8 bf16";
  context.load = "c1 short";
  context.traits = *traits_in("tp");
  context.accelerators = 8;
  return context;
}

/// Whatever the bias of runs beside it: another source's runs of the same series do not share it.
TEST(Band, LiesAroundItsPredictionAndIsNarrowWhereSimilarRunsAgree) {
  Bands bands = bands_of(runs(0, 100, "a", "m", 0.02, 0.05) + runs(100, 100, "a", "n", -0.1, 0.3));
  const Band sure = *bands.of(figure("a", "m")), unsure = *bands.of(figure("a", "n"));
  EXPECT_EQ(sure.nearness, Nearness::series);
  EXPECT_LT(sure.radius, unsure.radius / 2);
  EXPECT_LT(sure.half_high(10), sure.high(10));
  EXPECT_GT(sure.half_low(10), sure.low(10));
  EXPECT_LT(sure.half_low(10), 10);
  EXPECT_GT(sure.half_high(10), 10);
  EXPECT_EQ(sure.like().size(), 100U);
  EXPECT_DOUBLE_EQ(sure.high(10), 10 * std::exp(sure.radius));
  EXPECT_DOUBLE_EQ(sure.low(10), 10 * std::exp(-sure.radius));
}

TEST(Band, CoversNineInTenOfItsOwnRuns) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> error(0.1, 0.2);
  std::string text;
  for (int at = 0; at < 400; ++at) text += run(at, "a", at % 2 == 0 ? "m" : "n", error(random));
  Bands bands = bands_of(text);
  const Band band = *bands.of(figure("a", "m"));
  int covered = 0;
  for (int at = 0; at < 2000; ++at) covered += std::abs(error(random)) <= band.radius;
  EXPECT_NEAR(covered / 2000.0, 0.9, 0.035);
}

TEST(Band, TellsHowNearItsRunsAre) {
  Bands bands = bands_of(runs(0, 50, "a", "m", 0, 0.1) + runs(50, 50, "b", "n", 0, 0.1));
  RunContext other = figure("a", "m");
  EXPECT_EQ(bands.nearness_of(other), Nearness::series);
  other.configuration = "tp4 fp8";
  EXPECT_EQ(bands.nearness_of(other), Nearness::model);
  EXPECT_EQ(bands.nearness_of(figure("a", "n")), Nearness::pair);
  EXPECT_EQ(bands.nearness_of(figure("c", "m")), Nearness::software);
  other.software = "nobody's";
  EXPECT_EQ(bands.nearness_of(other), Nearness::none);
}

/// Never narrower, and twice where the header says so.
TEST(Band, WidensBeyondWhatWasRun) {
  Bands bands = bands_of(runs(0, 60, "a", "m", 0, 0.1) + runs(60, 60, "a", "n", 0, 0.1));
  EXPECT_GE(bands.of(figure("c", "other"))->radius, 2 * bands.of(figure("a", "other"))->radius - 0.05);
  EXPECT_EQ(bands.of(figure("c", "m"))->widenings.size(), 1);
  RunContext larger = figure("a", "m"), split = figure("a", "m");
  const double known = bands.of(larger)->radius;
  larger.accelerators = 80;
  split.traits = *traits_in("pp tp");
  EXPECT_NEAR(bands.of(larger)->radius, 2 * known, 1e-12);
  EXPECT_NEAR(bands.of(split)->radius, 2 * known, 1e-12);
  EXPECT_EQ(bands.of(split)->widenings.size(), 1);
  RunContext both = larger;
  both.traits = *traits_in("pp tp");
  EXPECT_NEAR(bands.of(both)->radius, 4 * known, 1e-12);
}

TEST(Band, ClaimsNoMoreThanRepeatedRunsGive) {
  Bands bands = bands_of(runs(0, 60, "a", "m", 0, 1e-6));
  EXPECT_GE(bands.of(figure("a", "m"))->radius, 0.045);  // vllm's TPOT, data/evidence/repeats.csv
}

/// Bands of TPOT, and of the TTFT of the same runs, whose residuals are `times` those of TPOT.
std::pair<Band, Band> two_figures(double times) {
  std::string rows;
  for (int at = 0; at < 100; ++at) {
    const double residual = 0.1 * (2.0 * at / 99 - 1);
    rows += run(at, "a", "m", residual) + run(at, "a", "m", times * residual, 8, "tp", "ttft_ms");
  }
  Bands bands = bands_of(rows);
  RunContext first = figure("a", "m");
  first.metric = "ttft_ms";
  return {*bands.of(figure("a", "m")), *bands.of(first)};
}

TEST(Band, OfTwoFiguresDrawsBothOfTheSameRuns) {
  const auto [token, first] = two_figures(1);
  const Band alike = token.together_with(first, 0.5, Message());
  EXPECT_NEAR(alike.high(1), 0.5 * token.high(1) + 0.5 * first.high(1), 0.01) << "both are off together";
  const auto [other_token, other_first] = two_figures(-3);
  const Band against = other_token.together_with(other_first, 0.5, Message());
  const double ends = 0.5 * other_token.high(1) + 0.5 * other_first.high(1);
  EXPECT_LT(against.high(1), 0.95 * ends) << "where one is slow the other is quick";
  EXPECT_GE(against.radius, other_token.radius) << "never narrower than the first alone";
}

TEST(Band, OfTwoFiguresWithoutCommonRunsAddsTheEndsOfBoth) {
  Bands bands = bands_of(runs(0, 100, "a", "m", 0.2, 0.05)), others = bands_of(runs(100, 100, "a", "n", -0.1, 0.3));
  const Band narrow = *bands.of(figure("a", "m")), wide = *others.of(figure("a", "n"));
  const Band both = narrow.together_with(wide, 0.25, Message());
  EXPECT_NEAR(both.high(1), 0.75 * narrow.high(1) + 0.25 * wide.high(1), 1e-9);
  EXPECT_LT(both.chance_at_most(1, narrow.high(1)), narrow.chance_at_most(1, narrow.high(1)));
  EXPECT_NEAR(narrow.together_with(wide, 0, Message()).radius, narrow.radius, 1e-9);
  EXPECT_DOUBLE_EQ(wide.together_with(narrow, 0.9, Message()).radius, wide.radius)
      << "never narrower than the first alone";
}

TEST(Band, ChanceGrowsWithTheLimit) {
  Bands bands = bands_of(runs(0, 99, "a", "m", 0, 0.2));
  const Band band = *bands.of(figure("a", "m"));
  EXPECT_LT(band.chance_at_most(10, 5), 0.02);
  EXPECT_NEAR(band.chance_at_most(10, 10), 0.5, 0.03);
  EXPECT_GT(band.chance_at_most(10, 20), 0.98);
}

TEST(Band, NoRunsNoBand) { EXPECT_FALSE(bands_of("").of(figure("a", "m")).has_value()); }

}  // namespace
}  // namespace hakaru
