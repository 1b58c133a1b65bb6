// The ways in which hakaru-fetch ends: its exit status. Behind a failure stands a line of what was found.
#pragma once

namespace hakaru::native {

enum class Fetched {
  all = 0,
  missing = 10,      ///< no such repository, or a private one
  gated = 11,        ///< its licence is not accepted, or by no token
  no_config = 12,    ///< the repository has no config.json
  unreachable = 13,  ///< no answer, an answer that is none of the Hub's, or one that took too long
  unwritable = 14    ///< the cache cannot be written
};

}  // namespace hakaru::native
