scripts/hakaru answers from what was built from the sources as they are, or not at all. A tree with a program that a
shell script stands for:

  $ mkdir -p tree/scripts tree/src tree/data tree/cmake tree/build/release
  $ cp "$TESTDIR/../../../scripts/hakaru" tree/scripts/
  $ touch tree/CMakeLists.txt tree/CMakePresets.json
  $ printf '#!/bin/sh\necho "answer of the first build"\n' > tree/build/release/hakaru
  $ printf "#!/bin/sh\n" > tree/scripts/build
  $ chmod +x tree/build/release/hakaru tree/scripts/build
  $ cd tree
  $ touch -d '1 minute' build/release/built.stamp
  $ scripts/hakaru
  answer of the first build

An edit that cannot be built gives no answer from the program before it, and says so every time:

  $ printf '#!/bin/sh\necho "error: expected ;" >&2\nexit 1\n' > scripts/build
  $ touch -d '2 minutes' src/broken.cpp
  $ scripts/hakaru
  error: expected ;
  hakaru: the build failed; its output is above
  [3]
  $ scripts/hakaru
  error: expected ;
  hakaru: the build failed; its output is above
  [3]

A file that went away counts as an edit too:

  $ touch -d '3 minutes' build/release/built.stamp
  $ rm src/broken.cpp; touch -d '4 minutes' src
  $ scripts/hakaru
  error: expected ;
  hakaru: the build failed; its output is above
  [3]
