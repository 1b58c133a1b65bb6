// What sequences of many lengths compile to (rehearsal/sequence_shapes.h), as people and programs look at it.
#pragma once

#include "hakaru/formats/json.h"
#include "hakaru/output/plan_text.h"
#include "hakaru/rehearsal/sequence_shapes.h"

namespace hakaru {

/// The keys of `rehearse --sequence-lengths --json`.
OrderedJson json_of(const SequenceShapes& shapes);
std::string shapes_text(const SequenceShapes& shapes, const Pen& pen);

}  // namespace hakaru
