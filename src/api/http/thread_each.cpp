#include "thread_each.h"

#include <algorithm>
#include <exception>

namespace hakaru::api {

void ThreadEach::join_those_done() {
  for (Worker& each : workers_) {
    if (each.is_done) each.thread.join();
  }
  std::erase_if(workers_, [](const Worker& each) { return !each.thread.joinable(); });
}

void ThreadEach::enqueue(std::function<void()> connection) {
  std::unique_lock<std::mutex> lock(working_);
  const auto any_is_done = [&] {
    return std::any_of(workers_.begin(), workers_.end(), [](const Worker& each) { return each.is_done; });
  };
  if (workers_.size() >= most_) done_.wait(lock, any_is_done);
  join_those_done();
  Worker& worker = workers_.emplace_back();
  try {
    worker.thread = std::thread([this, &worker, connection] {
      connection();
      const std::lock_guard<std::mutex> done(working_);
      worker.is_done = true;
      done_.notify_one();
    });
  } catch (const std::exception&) {
    // The machine has no more threads: this one serves it, and the next wait to be accepted.
    workers_.pop_back();
    lock.unlock();
    connection();
  }
}

void ThreadEach::shutdown() {
  std::list<Worker> last;
  {
    const std::lock_guard<std::mutex> lock(working_);
    last.swap(workers_);
  }
  for (Worker& each : last) each.thread.join();
}

}  // namespace hakaru::api
