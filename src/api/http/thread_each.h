// A thread for each connection, gone with it: deep recursion over one request (httplib matches with std::regex) leaves
// no memory behind, as it would in the stacks of threads that stay. So many at once; more wait to be accepted.
#pragma once

#include <httplib.h>

#include <atomic>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

namespace hakaru::api {

class ThreadEach final : public httplib::TaskQueue {
 public:
  explicit ThreadEach(std::size_t most) : most_(most) {}

  void enqueue(std::function<void()> connection) override;
  void shutdown() override;

 private:
  struct Worker {
    std::thread thread = {};
    bool is_done = false;
  };
  void join_those_done();

  const std::size_t most_;
  std::mutex working_;
  std::condition_variable done_;
  std::list<Worker> workers_;
};

}  // namespace hakaru::api
