#include "hakaru/serving/metrics/queue_growth.h"

#include <gtest/gtest.h>

namespace hakaru {
namespace {

constexpr std::int64_t drawn_requests = 1000;

/// One request a second; the wait of each as its arrival says.
template <typename Wait>
QueueGrowth queue_of(const Wait& wait_s) {
  QueueGrowth queue(drawn_requests);
  for (std::int64_t number = 0; number < drawn_requests; ++number) {
    const auto arrival_s = static_cast<double>(number);
    queue.add(number, picoseconds(arrival_s), picoseconds(wait_s(arrival_s)));
  }
  return queue;
}

TEST(QueueGrowth, IsTheRateBeyondWhatIsServedOverWhatIsServed) {
  // 10 requests/s where 8 are served: each second of arrivals leaves a quarter of a second of work.
  const QueueGrowth queue = queue_of([](double arrival_s) { return arrival_s / 4; });
  EXPECT_NEAR(queue.growth(), 0.25, 1e-9);
  EXPECT_FALSE(queue.settles());
}

TEST(QueueGrowth, SettlesWhereWaitsStayAsTheyAre) {
  EXPECT_TRUE(queue_of([](double) { return 3.0; }).settles());
  EXPECT_TRUE(queue_of([](double arrival_s) { return arrival_s < 300 ? 0.1 : 0.12; }).settles());
  // A burst that is over is no growth.
  EXPECT_TRUE(queue_of([](double arrival_s) { return arrival_s > 300 && arrival_s < 400 ? 50.0 : 0.1; }).settles());
}

TEST(QueueGrowth, OneInstantHasNoRate) {
  QueueGrowth queue(drawn_requests);
  for (std::int64_t number = 0; number < drawn_requests; ++number)
    queue.add(number, 0, picoseconds(static_cast<double>(number)));
  EXPECT_TRUE(queue.settles());
}

}  // namespace
}  // namespace hakaru
