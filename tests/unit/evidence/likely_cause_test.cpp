// The worst figures, and what rows that are off have in common.
#include "hakaru/evidence/likely_cause.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

AccuracyFigure figure(const std::string& id, double measured, double held_out) {
  return {"serving", id, "tpot_ms", measured, held_out, held_out, std::nullopt, {}};
}

TEST(WorstFigures, AFactorTooFastIsAsFarAsOneTooSlow) {
  const std::vector<AccuracyFigure> worst =
      worst_figures({figure("near", 10, 12), figure("fast", 10, 4), figure("slow", 10, 24)}, 2);
  ASSERT_EQ(worst.size(), 2U);
  EXPECT_EQ(worst[0].id, "fast");
  EXPECT_EQ(worst[1].id, "slow");
}

TEST(LikelyCauses, NamesTheCellWithWhichOthersAreFurthestOff) {
  const Result<CsvTable> table = parse_csv(
      "id,engine,model\n"
      "a,vllm 1,m\nb,vllm 1,m\nc,vllm 1,m\nd,vllm 2,m\ne,vllm 2,m\nf,vllm 2,m\ng,vllm 2,m\nh,vllm 1,m\n"
      "i,vllm 1,m\nj,vllm 1,m\n",
      "t.csv");
  ASSERT_TRUE(table);
  Validation validation;
  std::vector<AccuracyFigure> figures;
  for (std::size_t at = 0; at < table->rows.size(); ++at) {
    ValidatedRow row;
    row.id = table->rows[at].cells[0];
    row.at = at;
    validation.rows.push_back(row);
    const bool is_second = table->rows[at].cells[1] == "vllm 2";
    figures.push_back(figure(row.id, 10, is_second ? 20 : 10.5));
  }
  const LikelyCauses causes(*table, validation, figures);
  EXPECT_EQ(in_english(causes.of(figures[3])), "engine vllm 2: 3 others are off by a factor of 2 in the median");
  EXPECT_EQ(in_english(causes.of(figures[0])), "nothing that other rows have in common with it: it stands alone");
}

}  // namespace
}  // namespace hakaru
