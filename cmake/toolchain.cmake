# Warnings are errors.
add_library(hakaru_warnings INTERFACE)
target_compile_options(hakaru_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wcast-qual -Wunused -Woverloaded-virtual
  -Werror)
# GCC 12 sees overflows in std::string where there are none (GCC bugs 105329, 105651).
target_compile_options(hakaru_warnings INTERFACE
  $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow;-Wno-stringop-truncation;-Wno-restrict;-Wno-stringop-overread;-Wno-array-bounds>)
# GCC collects the garbage of its own memory from 1 GB on, and not from 128 MB: a tenth of a unit's time.
add_compile_options("$<$<CXX_COMPILER_ID:GNU>:SHELL:--param=ggc-min-expand=1000 --param=ggc-min-heapsize=1000000>")
# Compiles in three quarters of the time of -O2, and searches, simulates and rehearses no slower.
set(CMAKE_CXX_FLAGS_RELEASE "-O1 -DNDEBUG")
if(EMSCRIPTEN)
  # Exceptions of the browser's own: those of libraries are caught as they are natively.
  set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
  add_compile_options(-fwasm-exceptions)
  add_link_options(-fwasm-exceptions)
endif()
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1 -DNDEBUG")
# A product and a sum are rounded each by itself, whatever the processor has: what is traced and drawn
# (numerics/elementary.h) is the same bits everywhere, and a plan's figures to the digits that are shown.
add_compile_options(-ffp-contract=off)

if(HAKARU_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  # With the sanitizers GCC 12 sees uninitialised members within <regex> (GCC bug 105562).
  target_compile_options(hakaru_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()
if(HAKARU_THREADS)
  add_compile_options(-fsanitize=thread)
  add_link_options(-fsanitize=thread)
  # With it GCC 12 warns of fences that it does not see (within oneTBB), and as with the others.
  target_compile_options(hakaru_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-tsan;-Wno-maybe-uninitialized>)
endif()
if(HAKARU_COVERAGE)
  add_compile_options(--coverage -O0)
  add_link_options(--coverage)
endif()
