#include "page_server.h"

#include "gate.h"
#include "http_status.h"

namespace hakaru::api {

PageServer::PageServer(PageFiles files) : files_(std::move(files)), server_(StreamLimits{.body_bytes = 0}) {
  server_.Get(".*", [this](const httplib::Request& request, httplib::Response& response) {
    if (!is_loopback_host(request.get_header_value("Host"))) {
      response.status = http_status::forbidden;
      return;
    }
    const auto file = files_.find(request.path);
    if (file == files_.end()) {
      response.status = http_status::not_found;
      return;
    }
    response.set_header("Cache-Control", "no-cache");
    response.set_header("X-Content-Type-Options", "nosniff");
    const std::string type(media_type_of(file->first));
    response.set_content_provider(file->second.size(), type,
                                  [&bytes = file->second](std::size_t at, std::size_t length, httplib::DataSink& sink) {
                                    sink.write(bytes.data() + at, length);
                                    return true;
                                  });
  });
}

}  // namespace hakaru::api
