#include "hakaru/job/post_training.h"

namespace hakaru {}  // namespace hakaru
