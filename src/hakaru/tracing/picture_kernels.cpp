#include <algorithm>
#include <limits>

#include "hakaru/tracing/kernels.h"

namespace hakaru::tracing {
namespace {

/// Calls use(pixel, column) for each pixel of an image and its place among the columns; pixel −1 lies in the padding.
template <typename Use>
void for_each_of_columns(const Dimensions& image, const std::vector<std::int64_t>& integers, Use use) {
  const std::int64_t kernel_height = integers[0], kernel_width = integers[1], stride = integers[2],
                     padding = integers[3];
  const std::int64_t channels = image[1], height = image[2], width = image[3];
  const std::int64_t rows = (height + 2 * padding - kernel_height) / stride + 1;
  const std::int64_t columns = (width + 2 * padding - kernel_width) / stride + 1;
  std::int64_t place = 0;
  for (std::int64_t position = 0; position < image[0] * rows * columns; ++position) {
    const std::int64_t item = position / (rows * columns);
    const std::int64_t top = position / columns % rows * stride - padding, left = position % columns * stride - padding;
    for (std::int64_t channel = 0; channel < channels; ++channel) {
      for (std::int64_t at = 0; at < kernel_height * kernel_width; ++at, ++place) {
        const std::int64_t y = top + at / kernel_width, x = left + at % kernel_width;
        const bool inside = y >= 0 && y < height && x >= 0 && x < width;
        use(inside ? ((item * channels + channel) * height + y) * width + x : -1, place);
      }
    }
  }
}

/// Calls use(result, pixel) for each pixel of each window.
template <typename Use>
void for_each_of_windows(const Dimensions& image, const std::vector<std::int64_t>& integers, Use use) {
  const std::int64_t kernel = integers[0], stride = integers[1], height = image[2], width = image[3];
  const std::int64_t rows = (height - kernel) / stride + 1, columns = (width - kernel) / stride + 1;
  for (std::int64_t result = 0; result < image[0] * image[1] * rows * columns; ++result) {
    const std::int64_t plane = result / (rows * columns);
    const std::int64_t top = result / columns % rows * stride, left = result % columns * stride;
    for (std::int64_t at = 0; at < kernel * kernel; ++at)
      use(result, (plane * height + top + at / kernel) * width + left + at % kernel);
  }
}

void max_pool_gradient(const Instruction& instruction, ConstValues image, ConstValues gradient, Values result) {
  std::vector<std::int64_t> winner(gradient.size(), -1);
  for_each_of_windows(instruction.result.shape, instruction.attributes.integers,
                      [&](std::int64_t window, std::int64_t pixel) {
                        std::int64_t& best = winner[static_cast<std::size_t>(window)];
                        if (best < 0 || image[static_cast<std::size_t>(pixel)] > image[static_cast<std::size_t>(best)])
                          best = pixel;
                      });
  for (std::size_t window = 0; window < winner.size(); ++window)
    result[static_cast<std::size_t>(winner[window])] += gradient[window];
}

}  // namespace

bool run_picture_kernel(const Instruction& instruction, const std::vector<ConstValues>& operands, Values result) {
  const std::vector<std::int64_t>& integers = instruction.attributes.integers;
  const ConstValues source = operands.empty() ? ConstValues{} : operands[0];
  const auto read = [&](std::int64_t at) { return source[static_cast<std::size_t>(at)]; };
  const auto write = [&](std::int64_t at) -> float& { return result[static_cast<std::size_t>(at)]; };
  switch (instruction.opcode) {
    case Opcode::columns_of_image:
      for_each_of_columns(instruction.operands[0].shape, integers, [&](std::int64_t pixel, std::int64_t column) {
        write(column) = pixel < 0 ? 0 : read(pixel);
      });
      return true;
    case Opcode::image_of_columns:
      std::fill(result.begin(), result.end(), 0.0F);
      for_each_of_columns(instruction.result.shape, integers, [&](std::int64_t pixel, std::int64_t column) {
        if (pixel >= 0) write(pixel) += read(column);
      });
      return true;
    case Opcode::max_pool:
      std::fill(result.begin(), result.end(), -std::numeric_limits<float>::infinity());
      for_each_of_windows(instruction.operands[0].shape, integers, [&](std::int64_t window, std::int64_t pixel) {
        write(window) = std::max(write(window), read(pixel));
      });
      return true;
    case Opcode::max_pool_gradient:
      std::fill(result.begin(), result.end(), 0.0F);
      max_pool_gradient(instruction, operands[0], operands[1], result);
      return true;
    case Opcode::average_pool:
    case Opcode::average_pool_gradient: {
      const bool forward = instruction.opcode == Opcode::average_pool;
      const float share = 1.0F / static_cast<float>(integers[0] * integers[0]);
      std::fill(result.begin(), result.end(), 0.0F);
      for_each_of_windows(forward ? instruction.operands[0].shape : instruction.result.shape, integers,
                          [&](std::int64_t window, std::int64_t pixel) {
                            write(forward ? window : pixel) += share * read(forward ? pixel : window);
                          });
      return true;
    }
    default:
      return false;
  }
}

}  // namespace hakaru::tracing
