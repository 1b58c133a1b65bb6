#include "hakaru/job/post_training.h"

namespace hakaru {

std::string_view name_of(TrainingAlgorithm algorithm) {
  return algorithm == TrainingAlgorithm::dpo ? "dpo" : "next-token";
}

}  // namespace hakaru
