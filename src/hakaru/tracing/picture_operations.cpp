#include "hakaru/tracing/recording.h"

namespace hakaru::tracing {
namespace {

std::int64_t positions(std::int64_t size, std::int64_t kernel, std::int64_t stride, std::int64_t padding) {
  return stride > 0 && kernel > 0 && size + 2 * padding >= kernel ? (size + 2 * padding - kernel) / stride + 1 : 0;
}

Tensor pool(Opcode opcode, const Tensor& image, std::int64_t kernel, std::int64_t stride, SourceLine line) {
  if (image.failed()) return image;
  const auto wrong = [&] {
    return recorder_of(image).fail(
        bad_input("{}: a pool takes batch × channels × height × width, no smaller than its kernel, found {}",
                  line.text(), text_of(image.shape())));
  };
  if (image.shape().size() != 4) return wrong();
  const std::int64_t height = positions(image.shape()[2], kernel, stride, 0);
  const std::int64_t width = positions(image.shape()[3], kernel, stride, 0);
  if (height == 0 || width == 0) return wrong();
  return record(opcode, {image}, {image.shape()[0], image.shape()[1], height, width}, {{kernel, stride}, {}}, line);
}

}  // namespace

Tensor conv2d(const Tensor& image, const Tensor& filters, std::int64_t stride, std::int64_t padding, SourceLine line) {
  if (const Tensor* failed = failed_among({&image, &filters})) return *failed;
  if (image.shape().size() != 4 || filters.shape().size() != 4 || image.shape()[1] != filters.shape()[1])
    return recorder_of(image).fail(
        bad_input("{}: conv2d takes batch × channels × height × width, with the channels of its filters, found {}",
                  line.text(), text_of(image.shape())));
  const Dimensions in = image.shape(), kernel = filters.shape();
  const std::int64_t height = positions(in[2], kernel[2], stride, padding);
  const std::int64_t width = positions(in[3], kernel[3], stride, padding);
  if (height == 0 || width == 0 || padding < 0)
    return recorder_of(image).fail(bad_input("{}: conv2d takes an image no smaller than its filters, found {}",
                                             line.text(), text_of(image.shape())));
  const std::int64_t depth = kernel[1] * kernel[2] * kernel[3];
  const Tensor columns = made_again(record(Opcode::columns_of_image, {image}, {in[0] * height * width, depth},
                                           {{kernel[2], kernel[3], stride, padding}, {}}, line));
  // Both made again, so that filters which are lent are asked for again.
  const Tensor flat = made_again(reshape(filters, {kernel[0], depth}, line));
  const Tensor weights = made_again(transpose(flat, line));
  const Tensor pixels = matrix_product(columns, weights, line);
  return permute(reshape(pixels, {in[0], height, width, kernel[0]}, line), {0, 3, 1, 2}, line);
}

Tensor max_pool(const Tensor& image, std::int64_t kernel, std::int64_t stride, SourceLine line) {
  return pool(Opcode::max_pool, image, kernel, stride, line);
}

Tensor average_pool(const Tensor& image, std::int64_t kernel, std::int64_t stride, SourceLine line) {
  return pool(Opcode::average_pool, image, kernel, stride, line);
}

}  // namespace hakaru::tracing
