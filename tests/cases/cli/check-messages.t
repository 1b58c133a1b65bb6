A sentence that cannot be said, in either language, is found before anyone says it.

  $ mkdir -p scripts src data/messages/ja; cp $TESTDIR/../../../scripts/check-messages scripts/
  $ cat > src/said.cpp <<'X'
  > message("{} for {}", name, std::max<int>(1, 2));
  > message("as {} numbers", {1, 2}, 3);
  > say("{} items");
  > bad_input("{:.3f} s",
  >           seconds);
  > unsatisfiable("{0} of {1}", a, b);
  > X
  $ cat > data/messages/ja/all.toml <<'X'
  > "{} for {}" = "{} に {1}"
  > "as {} numbers" = "数"
  > "{} items" = "{} 個"
  > "{:.3f} s" = "{} 秒"
  > "{0} of {1}" = "{0} の {2}"
  > "word" = "{} 語"
  > X
  $ scripts/check-messages
  src/said.cpp:1: cannot be said with 2 arguments (cannot switch from automatic field numbering to manual field specification): "{} に {1}"
  src/said.cpp:2: leaves out argument 1: "as {} numbers"
  src/said.cpp:2: leaves out argument 0, 1: "数"
  src/said.cpp:3: cannot be said with 0 arguments (Replacement index 0 out of range for positional args tuple): "{} items"
  src/said.cpp:3: cannot be said with 0 arguments (Replacement index 0 out of range for positional args tuple): "{} 個"
  src/said.cpp:4: has other placeholders than {} and {0}; arguments are texts already, format them before: "{:.3f} s"
  src/said.cpp:6: cannot be said with 2 arguments (Replacement index 2 out of range for positional args tuple): "{0} の {2}"
  data/messages/ja: cannot be said with 0 arguments (Replacement index 0 out of range for positional args tuple): "word" = "{} 語"
  [1]
