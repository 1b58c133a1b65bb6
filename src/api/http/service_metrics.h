// Figures of the service for Prometheus.
#pragma once

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <string>

namespace hakaru::api {

class ServiceMetrics {
 public:
  ServiceMetrics();

  /// A question that was answered, or not: with the HTTP status that says so.
  void answered(const std::string& question, int status, double seconds);
  /// A request that was no question yet.
  void refused(int status);
  prometheus::Gauge& in_flight() { return in_flight_; }

  /// As Prometheus reads it.
  std::string text() const;

 private:
  prometheus::Registry registry_;
  prometheus::Family<prometheus::Counter>&questions_, &refused_;
  prometheus::Family<prometheus::Histogram>& seconds_;
  prometheus::Gauge& in_flight_;
};

}  // namespace hakaru::api
