The keys of the JSON, for training and for serving.

  $ keys() { python3 -c '
  > import json, sys
  > def keys(value, path=""):
  >     for key, inner in value.items():
  >         print(path + key)
  >         if isinstance(inner, dict) and key != "layout": keys(inner, path + key + ".")
  > keys(json.load(sys.stdin))'; }
  $ hakaru memory train --model gpt2 --context 1k --json | keys
  device
  device.weights_bytes
  device.gradients_bytes
  device.optimizer_bytes
  device.activations_bytes
  device.kv_cache_bytes
  device.buffers_bytes
  device.reserve_bytes
  device.total_bytes
  capacity_bytes
  headroom_bytes
  fits
  layout
  $ hakaru memory serve --model gpt2 --context 1k --json --rule-of-thumb --on trn1.2xlarge | keys | tail -4
  layout
  rule_of_thumb
  rule_of_thumb.lines
  rule_of_thumb.total_bytes

The parts make the whole, and without a device nothing is said of fitting.

  $ hakaru memory train --model gpt2 --context 1k --json | python3 -c '
  > import json, sys
  > memory = json.load(sys.stdin)
  > parts = [value for key, value in memory["device"].items() if key != "total_bytes"]
  > print(abs(sum(parts) - memory["device"]["total_bytes"]) < 1, memory["capacity_bytes"], memory["fits"])'
  True None None
