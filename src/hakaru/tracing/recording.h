// Helpers with which all operations record.
#pragma once

#include "hakaru/tracing/device.h"
#include "hakaru/tracing/operations.h"

namespace hakaru::tracing {

/// A failed tensor among the operands, if there is one: whatever is done with it fails as it did.
inline const Tensor* failed_among(std::initializer_list<const Tensor*> operands) {
  for (const Tensor* operand : operands) {
    if (operand->failed()) return operand;
  }
  return nullptr;
}

inline Recorder& recorder_of(const Tensor& tensor) { return tensor.device().recorder(); }

/// One operation on tensors of one device.
inline Tensor record(Opcode opcode, const std::vector<Tensor>& inputs, const Dimensions& shape,
                     const Attributes& attributes, SourceLine line) {
  return recorder_of(inputs.front()).record(opcode, inputs, shape, inputs.front().type(), attributes, line);
}

}  // namespace hakaru::tracing
