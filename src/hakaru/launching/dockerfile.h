// The command that a container of a Dockerfile starts, for a shell: its image, whose own program takes the words where
// the file names none, then ENTRYPOINT and CMD; before it the settings of ENV, ARG. Of several stages the last one.
//
//   FROM vllm/vllm-openai:v0.11.0
//   CMD ["--model", "m", "-tp", "2"]          vllm/vllm-openai:v0.11.0 --model m -tp 2
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hakaru {

/// Empty: it is no Dockerfile, or starts nothing.
std::optional<std::string> command_of_dockerfile(std::string_view text);

}  // namespace hakaru
