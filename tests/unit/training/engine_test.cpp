#include "hakaru/training/engine.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hakaru {
namespace {

TEST(Engine, TasksOfAStreamRunOneAfterTheOther) {
  TaskGraph graph;
  const int compute = graph.add_stream(0, StreamKind::compute);
  const int link = graph.add_stream(0, StreamKind::communication);
  const int first = graph.add_task(compute, 2);
  const int sent = graph.add_task(link, 3);
  const int second = graph.add_task(compute, 4);
  graph.add_dependency(first, sent);
  const Timeline timeline = simulate(graph);
  EXPECT_EQ(timeline.start_s, (std::vector<double>{0, 2, 2}));
  EXPECT_EQ(timeline.end_s, (std::vector<double>{2, 5, 6}));
  EXPECT_EQ(timeline.total_s, 6);
  EXPECT_EQ(timeline.events, 3);
  EXPECT_EQ(second, 2);
}

TEST(Engine, CommunicationOnCoresSlowsComputeOfItsRankOnly) {
  TaskGraph graph(0.2);
  const int slowed = graph.add_stream(0, StreamKind::compute);
  const int data = graph.add_stream(0, StreamKind::communication_on_cores);
  const int other = graph.add_stream(1, StreamKind::compute);
  graph.add_task(slowed, 10);
  graph.add_task(data, 5);
  graph.add_task(other, 10);
  const Timeline timeline = simulate(graph);
  EXPECT_DOUBLE_EQ(timeline.end_s[0], 11);  // 5 s at 0.8, then 6 s
  EXPECT_DOUBLE_EQ(timeline.end_s[1], 5);
  EXPECT_DOUBLE_EQ(timeline.end_s[2], 10);
}

TEST(Engine, ComputeStandsStillWhereCommunicationTakesEverything) {
  TaskGraph graph(1);
  const int compute = graph.add_stream(0, StreamKind::compute);
  const int data = graph.add_stream(0, StreamKind::communication_on_cores);
  graph.add_task(compute, 10);
  graph.add_task(data, 5);
  EXPECT_DOUBLE_EQ(simulate(graph).total_s, 15);
}

TEST(Engine, ACircleIsSeen) {
  TaskGraph graph;
  const int first = graph.add_task(graph.add_stream(0, StreamKind::compute), 1);
  const int second = graph.add_task(graph.add_stream(1, StreamKind::compute), 1);
  graph.add_dependency(first, second);
  graph.add_dependency(second, first);
  EXPECT_FALSE(simulate(graph).complete);
}

TEST(Engine, JitterHasAMeanOfOneAndIsTheSameForTheSameSeed) {
  constexpr int draws = 100000;
  double sum = 0, squares = 0;
  for (int i = 0; i < draws; ++i) {
    const double factor = lognormal_factor(0.1, 7, static_cast<std::uint64_t>(i));
    sum += factor;
    squares += factor * factor;
  }
  EXPECT_NEAR(sum / draws, 1, 0.002);
  EXPECT_NEAR(std::sqrt(squares / draws - sum / draws * sum / draws), 0.1, 0.002);

  TaskGraph graph;
  const int compute = graph.add_stream(0, StreamKind::compute);
  for (int i = 0; i < 10; ++i) graph.add_task(compute, 1);
  const Jitter jitter{0.1, 0.1, 3};
  EXPECT_EQ(simulate(graph, jitter).end_s, simulate(graph, jitter).end_s);
  EXPECT_NE(simulate(graph, jitter).total_s, simulate(graph, {0.1, 0.1, 4}).total_s);
}

}  // namespace
}  // namespace hakaru
