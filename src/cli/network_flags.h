// The flags that say how connections between instances run (timing/network_flow.h), for the commands that simulate
// them.
#pragma once

#include "hakaru/output/translate.h"
#include "named_flags.h"

namespace hakaru::cli {

/// --paths, --delivery, --stack, --oversubscription
void add_network_flags(NamedFlags& flags, CLI::App& command, const Translator& translator);

}  // namespace hakaru::cli
