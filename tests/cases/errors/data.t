A folder of one's own that cannot be read, or is wrong.

  $ hakaru instance list --data nowhere
  hakaru: nowhere: the data folder cannot be read: No such file or directory
  [2]
  $ HAKARU_DATA=nowhere hakaru instance list
  hakaru: nowhere: the data folder cannot be read: No such file or directory
  [2]
  $ touch file; hakaru instance list --data file
  hakaru: file: the data folder cannot be read: Not a directory
  [2]
  $ mkdir -p own/accelerators
  $ echo 'x = ' > own/accelerators/own.toml; hakaru accelerator list --data own
  hakaru: own/accelerators/own.toml: line 1: not TOML: Error while parsing key-value pair: expected value, saw '\n'
  [2]
  $ cat > own/accelerators/own.toml <<'EOF'
  > [card]
  > vendor = "Own"
  > chip = "Card"
  > kind = "gpu"
  > year = 2025
  > memory_gb_s = 24
  > EOF
  $ hakaru accelerator show card --data own
  hakaru: own/accelerators/own.toml: 'card.confidence' is missing; accepted: text
  [2]
  $ sed -i 's/memory_gb_s = 24/memory_gib = "24 GiB"/' own/accelerators/own.toml
  $ hakaru accelerator show card --data own
  hakaru: own/accelerators/own.toml: 'card.memory_gib' is "24 GiB"; accepted: 0 … 1e+06
  [2]
  $ sed -i 's/memory_gib = .*/memory_gib = -24/' own/accelerators/own.toml
  $ hakaru accelerator show card --data own
  hakaru: own/accelerators/own.toml: 'card.memory_gib' is -24; accepted: 0 … 1e+06
  [2]
