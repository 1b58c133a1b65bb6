#include "service_metrics.h"

#include <prometheus/text_serializer.h>

namespace hakaru::api {

ServiceMetrics::ServiceMetrics()
    : questions_(prometheus::BuildCounter()
                     .Name("hakaru_questions_total")
                     .Help("Questions, by what they ask and the HTTP status of their answer.")
                     .Register(registry_)),
      refused_(prometheus::BuildCounter()
                   .Name("hakaru_refused_total")
                   .Help("Requests refused before they were a question, by HTTP status.")
                   .Register(registry_)),
      seconds_(prometheus::BuildHistogram()
                   .Name("hakaru_question_duration_seconds")
                   .Help("From a question's last byte to its answer, waiting for its turn included.")
                   .Register(registry_)),
      in_flight_(prometheus::BuildGauge()
                     .Name("hakaru_questions_in_flight")
                     .Help("Questions that are being answered or wait for it.")
                     .Register(registry_)
                     .Add({})) {}

void ServiceMetrics::answered(const std::string& question, int status, double seconds) {
  const prometheus::Histogram::BucketBoundaries buckets{0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100};
  questions_.Add({{"question", question}, {"status", std::to_string(status)}}).Increment();
  seconds_.Add({{"question", question}}, buckets).Observe(seconds);
}

void ServiceMetrics::refused(int status) { refused_.Add({{"status", std::to_string(status)}}).Increment(); }

std::string ServiceMetrics::text() const { return prometheus::TextSerializer().Serialize(registry_.Collect()); }

}  // namespace hakaru::api
