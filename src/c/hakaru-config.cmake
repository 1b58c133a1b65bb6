# find_package(hakaru), then target_link_libraries(… hakaru::hakaru).
include(${CMAKE_CURRENT_LIST_DIR}/hakaru-targets.cmake)
# hakaru.hpp includes it; hakaru.h needs nothing.
find_package(nlohmann_json QUIET)
if(TARGET nlohmann_json::nlohmann_json)
  set_property(TARGET hakaru::hakaru APPEND PROPERTY INTERFACE_LINK_LIBRARIES nlohmann_json::nlohmann_json)
endif()
