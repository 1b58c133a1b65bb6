#include <algorithm>
#include <numeric>

#include "hakaru/tracing/recording.h"

namespace hakaru::tracing {
namespace {

/// The axis as a number from 0, or a failed tensor.
std::optional<std::int64_t> checked_axis(const Tensor& values, std::int64_t axis) {
  const auto found = axis_of(axis, values.shape().size());
  return found ? std::optional(static_cast<std::int64_t>(*found)) : std::nullopt;
}

Tensor no_such_axis(const Tensor& values, std::int64_t axis, SourceLine line) {
  return recorder_of(values).fail(
      bad_input("{}: a tensor of {} has no axis {}", line.text(), text_of(values.shape()), axis));
}

/// `shape` with what −1 stands for; empty when it has another number of elements.
std::optional<Dimensions> completed(Dimensions shape, std::int64_t elements) {
  std::int64_t known = 1;
  auto unknown = shape.end();
  for (auto size = shape.begin(); size != shape.end(); ++size) {
    if (*size >= 0) {
      known *= *size;
    } else if (unknown == shape.end()) {
      unknown = size;
    } else {
      return std::nullopt;
    }
  }
  if (unknown != shape.end() && known > 0 && elements % known == 0) *unknown = elements / known;
  const bool fits = std::all_of(shape.begin(), shape.end(), [](std::int64_t size) { return size >= 0; });
  if (!fits || elements_of(shape) != elements) return std::nullopt;
  return shape;
}

Tensor reduced(Opcode opcode, const Tensor& values, std::int64_t axis, SourceLine line) {
  if (values.failed()) return values;
  const auto at = checked_axis(values, axis);
  if (!at) return no_such_axis(values, axis, line);
  Dimensions shape = values.shape();
  shape.erase(shape.begin() + *at);
  return record(opcode, {values}, shape, {{*at}, {}}, line);
}

}  // namespace

Tensor reshape(const Tensor& values, const Dimensions& shape, SourceLine line) {
  if (values.failed()) return values;
  const auto complete = completed(shape, elements_of(values.shape()));
  if (!complete) {
    return recorder_of(values).fail(
        bad_input("{}: {} cannot be given the shape {}", line.text(), text_of(values.shape()), text_of(shape)));
  }
  if (*complete == values.shape()) return values;
  return record(Opcode::reshape, {values}, *complete, {}, line);
}

Tensor permute(const Tensor& values, const std::vector<std::int64_t>& axes, SourceLine line) {
  if (values.failed()) return values;
  std::vector<std::int64_t> sorted = axes;
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::int64_t> every(values.shape().size());
  std::iota(every.begin(), every.end(), 0);
  if (sorted != every)
    return recorder_of(values).fail(
        bad_input("{}: permute takes each axis once, found {}", line.text(), text_of(values.shape())));
  if (axes == every) return values;
  Dimensions shape;
  for (const std::int64_t axis : axes) shape.push_back(values.shape()[static_cast<std::size_t>(axis)]);
  return record(Opcode::permute, {values}, shape, {axes, {}}, line);
}

Tensor transpose(const Tensor& values, SourceLine line) {
  if (values.failed()) return values;
  if (values.shape().size() < 2)
    return recorder_of(values).fail(
        bad_input("{}: transpose takes at least two dimensions, found {}", line.text(), text_of(values.shape())));
  std::vector<std::int64_t> axes(values.shape().size());
  std::iota(axes.begin(), axes.end(), 0);
  std::swap(axes[axes.size() - 1], axes[axes.size() - 2]);
  return permute(values, axes, line);
}

Tensor slice(const Tensor& values, std::int64_t axis, std::int64_t begin, std::int64_t end, SourceLine line) {
  if (values.failed()) return values;
  const auto at = checked_axis(values, axis);
  if (!at) return no_such_axis(values, axis, line);
  Dimensions shape = values.shape();
  std::int64_t& size = shape[static_cast<std::size_t>(*at)];
  if (begin < 0 || begin > end || end > size) {
    return recorder_of(values).fail(bad_input("{}: no slice from {} to {} of axis {} of {}", line.text(), begin, end,
                                              *at, text_of(values.shape())));
  }
  if (end - begin == size) return values;
  size = end - begin;
  return record(Opcode::slice, {values}, shape, {{*at, begin, end}, {}}, line);
}

Tensor pad(const Tensor& values, std::int64_t axis, std::int64_t before, std::int64_t after, SourceLine line) {
  if (values.failed()) return values;
  const auto at = checked_axis(values, axis);
  if (!at) return no_such_axis(values, axis, line);
  if (before < 0 || after < 0)
    return recorder_of(values).fail(
        bad_input("{}: pad takes widths of 0 or more, found {}", line.text(), text_of(values.shape())));
  Dimensions shape = values.shape();
  shape[static_cast<std::size_t>(*at)] += before + after;
  return record(Opcode::pad, {values}, shape, {{*at, before, after}, {}}, line);
}

Tensor concatenate(const std::vector<Tensor>& parts, std::int64_t axis, SourceLine line) {
  if (parts.empty()) return {};
  for (const Tensor& part : parts) {
    if (part.failed()) return part;
  }
  const Tensor& first = parts.front();
  const auto at = checked_axis(first, axis);
  if (!at) return no_such_axis(first, axis, line);
  const auto place = static_cast<std::size_t>(*at);
  Dimensions shape = first.shape();
  shape[place] = 0;
  for (const Tensor& part : parts) {
    Dimensions others = part.shape();
    if (others.size() == shape.size()) others[place] = first.shape()[place];
    if (others != first.shape() || part.type() != first.type())
      return recorder_of(part).fail(bad_input("{}: concatenate takes parts that differ along one axis only, found {}",
                                              line.text(), text_of(part.shape())));
    shape[place] += part.shape()[place];
  }
  return parts.size() == 1 ? first : record(Opcode::concatenate, parts, shape, {{*at}, {}}, line);
}

Tensor sum(const Tensor& values, std::int64_t axis, SourceLine line) {
  return reduced(Opcode::sum, values, axis, line);
}

Tensor maximum(const Tensor& values, std::int64_t axis, SourceLine line) {
  return reduced(Opcode::maximum, values, axis, line);
}

Tensor mean(const Tensor& values, std::int64_t axis, SourceLine line) {
  Tensor total = sum(values, axis, line);
  if (total.failed()) return total;
  const auto elements = static_cast<double>(elements_of(values.shape()));
  return scale(total, static_cast<double>(elements_of(total.shape())) / elements, line);
}

Tensor sum(const Tensor& values, SourceLine line) { return sum(reshape(values, {-1}, line), 0, line); }

Tensor mean(const Tensor& values, SourceLine line) { return mean(reshape(values, {-1}, line), 0, line); }

}  // namespace hakaru::tracing
