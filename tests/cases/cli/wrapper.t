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

A program beside hakaru is built when it is first asked for, by the script that scripts/hakaru names, and called with the
same words. Where nothing builds it, the refusal says so:

  $ mkdir alone
  $ cp "$(command -v hakaru)" alone/hakaru
  $ alone/hakaru catalog diff | sed "s#$PWD/##"
  hakaru: *alone/hakaru-data is missing; it is built beside hakaru, by scripts/build hakaru-data (glob)
  $ printf '#!/bin/sh\necho "building $1" >&2\nprintf "#!/bin/sh\\necho asked: \\$@\\n" > alone/$1\nchmod +x alone/$1\n' > builds
  $ chmod +x builds
  $ HAKARU_BUILD=$PWD/builds alone/hakaru catalog diff --lang ja
  building hakaru-data
  asked: catalog diff --lang ja
  $ HAKARU_BUILD=$PWD/builds alone/hakaru --data mine calibrate --help
  asked: --data mine calibrate --help
