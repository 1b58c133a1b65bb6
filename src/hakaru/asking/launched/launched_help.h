// Changes that would help a launch, each tried: where it does not fit, or leaves little memory free. They are named in the
// words of the launch's own program.
#pragma once

#include "hakaru/asking/answers.h"
#include "hakaru/asking/launched/launched.h"

namespace hakaru {

/// Notes a training that has less memory free than plans leave unasked.
void note_little_memory(Launched& made, const Json& given, const Asking& asking);

/// Tells why a server does not fit the share of memory that its words give it; empty: a larger one does not help.
std::optional<Error> why_not_in_share(const Launched& made, const Json& given, const Asking& asking);

/// Notes the changes, each alone, with which a training that does not fit does.
void note_what_helps(Launched& made, const Asking& asking);

}  // namespace hakaru
