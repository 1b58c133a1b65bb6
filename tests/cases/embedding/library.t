The library for C shows its functions and nothing else, and the headers begin with what the examples are.

  $ build=$(dirname "$(command -v hakaru)"); source=$TESTDIR/../../..
  $ if nm -D "$build/libhakaru.so" | grep -qE '__(asan|tsan)_'; then exit 80; fi
  $ nm -D --defined-only "$build/libhakaru.so" | awk '{ print $2, $3 }'
  T hakaru_ask
  T hakaru_cancel
  T hakaru_close
  T hakaru_free
  T hakaru_open
  T hakaru_version
  T hakaru_watch_free
  T hakaru_watch_new
  $ shown() { sed -n '/is this:$/,/^[^/]/p' "$1" | sed -n 's|^//   ||p; s|^//$||p' | sed '/./,$!d' | sed '/^}/q'; }
  $ shown "$source/include/hakaru/hakaru.h" | diff - <(tail -n +2 "$source/examples/ask.c") && echo the same
  the same
  $ shown "$source/include/hakaru/hakaru.hpp" | diff - <(tail -n +2 "$source/examples/ask.cpp") && echo the same
  the same

Installed, CMake and pkg-config find it, and what it answers is what the program does.

  $ cmake --install "$build" --prefix "$PWD/there" --component development > /dev/null
  $ (cd there && find . -not -type d | sort)
  ./include/hakaru/hakaru.h
  ./include/hakaru/hakaru.hpp
  ./lib/*cmake/hakaru/hakaru-config-version.cmake (glob)
  ./lib/*cmake/hakaru/hakaru-config.cmake (glob)
  ./lib/*cmake/hakaru/hakaru-targets-*.cmake (glob)
  ./lib/*cmake/hakaru/hakaru-targets.cmake (glob)
  ./lib/*libhakaru.so (glob)
  ./lib/*libhakaru.so.0 (glob)
  ./lib/*libhakaru.so.0.1.0 (glob)
  ./lib/*pkgconfig/hakaru.pc (glob)
  $ mkdir outside && cp "$source/examples/ask.c" "$source/examples/ask.cpp" outside
  $ cat > outside/CMakeLists.txt <<'END'
  > cmake_minimum_required(VERSION 3.18)
  > project(outside LANGUAGES C CXX)
  > find_package(hakaru 0.1 REQUIRED)
  > add_executable(ask_c ask.c)
  > target_link_libraries(ask_c hakaru::hakaru)
  > add_executable(ask_cpp ask.cpp)
  > target_link_libraries(ask_cpp hakaru::hakaru)
  > END
  $ cmake -S outside -B built -G Ninja -DCMAKE_PREFIX_PATH="$PWD/there" > log && cmake --build built >> log || cat log
  $ echo '{"question": "fit", "machine": "g6e.xlarge"}' | hakaru ask - > expected
  $ built/ask_c | cmp - expected && echo the same
  the same
  $ built/ask_cpp | head -1
  "gpt-oss-20b"
  $ pkgconfig=$(dirname "$(find there -name hakaru.pc)")
  $ export PKG_CONFIG_PATH=$PWD/$pkgconfig LD_LIBRARY_PATH=$PWD/$pkgconfig/..
  $ pkg-config --modversion hakaru
  0.1.0
  $ cc -std=c99 -Wall -Wpedantic -Werror outside/ask.c $(pkg-config --cflags --libs hakaru) -o ask_c
  $ ./ask_c | cmp - expected && echo the same
  the same
