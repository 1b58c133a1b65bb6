#include "hakaru/job/post_training.h"

namespace hakaru {

std::string_view name_of(TrainingAlgorithm algorithm) {
  switch (algorithm) {
    case TrainingAlgorithm::dpo:
      return "dpo";
    case TrainingAlgorithm::grpo:
      return "grpo";
    case TrainingAlgorithm::next_token:
      break;
  }
  return "next-token";
}

}  // namespace hakaru
