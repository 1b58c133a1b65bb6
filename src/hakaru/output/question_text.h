// The question, in sentences: the first lines of answers about a job.
#pragma once

#include <string>

#include "hakaru/output/plan_text.h"

namespace hakaru {

/// The job in a sentence: "Training gpt3-175b on 300,000,000,000 tokens, …".
std::string question_of(const Scenario& scenario, const Pen& pen);
/// "LoRA of rank 16, the frozen base in nf4"
std::string lora_of(const Lora& lora, const Translator& t);
/// Place of the reference of DPO.
std::string told_of_reference(const TrainingJob& job, const Translator& t);
/// "TTFT ≤ 2.00 s, TPOT ≤ 50.0 ms"; "": none.
std::string limits_of_latencies(const ServiceLevel& level, const Translator& t);
/// Latency limits of a service: "Limits at p95: TTFT ≤ 2.00 s, TPOT ≤ 50.0 ms."
std::string latency_limits(const ServiceLevel& level, const Translator& t);

}  // namespace hakaru
