#include "hakaru/calibrating/host/host_machine.h"

#include <oneapi/dnnl/dnnl.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <functional>
#include <future>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "hakaru/calibrating/host/host_clock.h"

/// A function of OpenMP's library, which oneDNN brings along. Sets the number of threads that this thread starts.
extern "C" void omp_set_num_threads(int threads);

namespace hakaru {
namespace {

struct ProductSize {
  dnnl_dim_t rows, columns, depth;
  double flops() const { return 2.0 * static_cast<double>(rows) * static_cast<double>(columns * depth); }
};

constexpr ProductSize squares[] = {{768, 768, 768}, {1024, 1024, 1024}, {1536, 1536, 1536}, {2048, 2048, 2048}};
constexpr ProductSize of_layers[] = {
    {64, 1024, 4096}, {128, 3072, 768}, {256, 768, 3072}, {384, 1024, 1024}, {512, 768, 768}};
constexpr ProductSize of_heads[] = {{128, 128, 64}, {128, 64, 128}};

std::string processor_name() {
  constexpr std::string_view key = "model name";
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with(key) && colon != std::string::npos) return line.substr(colon + 2);
  }
  utsname system{};  // processors of Arm have no name there
  return uname(&system) == 0 ? std::string(static_cast<const char*>(system.machine)) : "processor";
}

/// Work a second of all cores together, each at its own part of it at once: of each core its best of several calls, by
/// its processor time. `part_of` makes a core's part, which is called and gives the work done.
template <typename PartOf>
double rate_of_all(int cores, const PartOf& part_of) {
  constexpr int calls = 5;
  const auto best_rate = [&part_of] {
    omp_set_num_threads(1);
    auto part = part_of();
    double rate = 0;
    for (int call = 0; call < calls; ++call) {
      const double began = thread_s();
      const double work = part();
      rate = std::max(rate, work / (thread_s() - began));
    }
    return rate;
  };
  std::vector<std::future<double>> rates;
  for (int core = 0; core < cores; ++core) rates.push_back(std::async(std::launch::async, best_rate));
  double sum = 0;
  for (std::future<double>& rate : rates) sum += rate.get();
  return sum;
}

double product_flops_per_s(int cores, const ProductSize& size) {
  return rate_of_all(cores, [&] {
    const auto values = [](dnnl_dim_t rows, dnnl_dim_t columns) {
      return std::vector<float>(static_cast<std::size_t>(rows * columns), 0.5F);
    };
    // Small ones many times in a row: a clock is not that fine.
    const int repeated = std::max(1, static_cast<int>(2e7 / size.flops()));
    return [size, repeated, first = values(size.rows, size.depth), second = values(size.depth, size.columns),
            result = values(size.rows, size.columns)]() mutable {
      for (int at = 0; at < repeated; ++at) {
        dnnl_sgemm('N', 'N', size.rows, size.columns, size.depth, 1.0F, first.data(), size.depth, second.data(),
                   size.columns, 0.0F, result.data(), size.columns);
      }
      return repeated * size.flops();
    };
  });
}

template <typename Sizes>
std::vector<double> product_rates(int cores, const Sizes& sizes) {
  std::vector<double> rates;
  for (const ProductSize& size : sizes) rates.push_back(product_flops_per_s(cores, size));
  return rates;
}

using Words = std::vector<std::uint64_t>;

/// The words that one core reads: its share of 128 MiB, at least 16 MiB, more than most caches.
Words words_of_core(int cores) {
  constexpr std::size_t least = std::size_t{1} << 21U, all = std::size_t{1} << 24U;
  return Words(std::max(least, all / static_cast<std::size_t>(cores)), 1);
}

/// Eight at a time: none waits for the one before.
std::uint64_t any_bit(const Words& from) {
  constexpr std::size_t lanes = 8;
  std::array<std::uint64_t, lanes> any{};
  for (std::size_t at = 0; at + lanes <= from.size(); at += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) any[lane] |= from[at + lane];
  }
  return std::accumulate(any.begin(), any.end(), std::uint64_t{0}, std::bit_or<>());
}

double read_bytes_per_s(int cores) {
  return rate_of_all(cores, [cores] {
    const Words from = words_of_core(cores);
    return [from, bits = std::uint64_t{0}]() mutable {
      bits |= any_bit(from);
      return static_cast<double>(sizeof(bits) * from.size()) * (bits == 0 ? 0 : 1);
    };
  });
}

double copied_bytes_per_s(int cores) {
  return rate_of_all(cores, [cores] {
    const Words from = words_of_core(cores);
    return [from, to = from]() mutable {
      std::copy(from.begin(), from.end(), to.begin());
      return 2 * static_cast<double>(sizeof(to.front()) * to.size());
    };
  });
}

}  // namespace

int cores_allowed(std::istream& cpu_max, int cores) {
  double quota_us = 0, period_us = 0;
  cpu_max >> quota_us >> period_us;  // "max 100000" and no file have no number in front
  if (quota_us <= 0 || period_us <= 0) return cores;
  return std::clamp(static_cast<int>(quota_us / period_us), 1, cores);
}

double memory_of_machine() {
  const double bytes = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  double limit = std::numeric_limits<double>::infinity();
  std::ifstream("/sys/fs/cgroup/memory.max") >> limit;  // of a container; "max" and no file are no number
  return limit > 0 ? std::min(bytes, limit) : bytes;
}

HostMachine measured_machine() {
  HostMachine machine;
  machine.processor = processor_name();
  std::ifstream cpu_max("/sys/fs/cgroup/cpu.max");
  machine.cores = cores_allowed(cpu_max, std::max(1, static_cast<int>(std::thread::hardware_concurrency())));
  machine.memory_bytes = memory_of_machine();
  const std::vector<double> large = product_rates(machine.cores, squares);
  const std::vector<double> layers = product_rates(machine.cores, of_layers);
  const std::vector<double> heads = product_rates(machine.cores, of_heads);
  for (const std::vector<double>* each : {&large, &layers, &heads})
    machine.product_flops_per_s = std::max(machine.product_flops_per_s, *std::max_element(each->begin(), each->end()));
  machine.product_efficiency = median_of(layers) / machine.product_flops_per_s;
  machine.head_efficiency = median_of(heads) / machine.product_flops_per_s;
  machine.read_bytes_per_s = read_bytes_per_s(machine.cores);
  machine.copied_bytes_per_s = copied_bytes_per_s(machine.cores);
  return machine;
}

}  // namespace hakaru
