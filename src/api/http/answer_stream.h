// An answer behind its progress, as server-sent events or as lines of JSON.
//
//   event: progress              {"progress": 0.25}
//   data: {"share": 0.25}        {"status": 200, "answer": {…}}
//
//   event: answer      (error where the status is not 200)
//   id: 200
//   data: {            (line by line: joined they are the bytes that a plain request gets)
#pragma once

#include <httplib.h>

#include <functional>
#include <string>

namespace hakaru::api {

struct StreamedReply {
  int status = 0;  ///< of HTTP
  std::string json;
};

using MakeReply = std::function<StreamedReply(const std::function<void(double share)>& progress)>;

/// Writes what `make` tells and gives; it runs on a thread of its own. False: the reader has gone.
bool stream_answer(const MakeReply& make, bool as_events, httplib::DataSink& sink);

}  // namespace hakaru::api
