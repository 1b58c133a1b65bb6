A scenario file and the flags that stand for it give the same plans; flags stand over the file.

  $ cat > gpt2.toml <<'EOF'
  > job = "train"
  > model = "gpt2"
  > tokens = "1B"
  > sequence_length = "1k"
  > global_batch = 64
  > instance = ["p4d.24xlarge"]
  > instances = 1
  > EOF
  $ plans() { python3 -c 'import json, sys; print(json.dumps(json.load(sys.stdin)["plans"]))'; }
  $ hakaru plan train gpt2.toml --json | plans > by_file
  $ hakaru plan train --scenario gpt2.toml --json | plans | cmp - by_file
  $ hakaru plan train --model gpt2 --tokens 1B --sequence-length 1k --global-batch 64 --instance p4d.24xlarge \
  >     --instances 1 --json | plans | cmp - by_file
  $ hakaru plan train gpt2.toml --global-batch 128 --json | python3 -c '
  > import json, sys
  > print(json.load(sys.stdin)["scenario"]["global_batch"])'
  128
