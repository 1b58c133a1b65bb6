// Gives the files of the page to a browser of this machine, and nothing else: what the page asks, it answers itself.
#pragma once

#include "limited_server.h"
#include "page_files.h"

namespace hakaru::api {

class PageServer {
 public:
  explicit PageServer(PageFiles files);
  LimitedServer& server() { return server_; }

 private:
  const PageFiles files_;
  LimitedServer server_;  ///< last: its threads use the files
};

}  // namespace hakaru::api
