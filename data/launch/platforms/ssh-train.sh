#!/usr/bin/env bash
{{head}}
# Copies launch.sh and its settings to the machines in the file hosts and starts it on each: ./run-on-hosts.sh
# Ends them all when one fails or this script is stopped. Needs ssh keys that ask nothing.
set -euo pipefail
shopt -s nullglob
cd "$(dirname "$0")"

machines={{instances}}
folder=${FOLDER:-{{name}}}  # on the machines, under the home folder

targets=() addresses=()
while read -r target address _; do
  [[ -z $target || $target == \#* ]] && continue
  targets+=("$target")
  addresses+=("${address:-${target#*@}}")
done < hosts
if ((${#targets[@]} != machines)); then
  echo "hosts names ${#targets[@]} machines; the plan needs $machines" >&2
  exit 2
fi

mkdir -p logs
trap 'jobs -p | xargs -r kill 2> /dev/null || true' EXIT
for rank in "${!targets[@]}"; do
  target=${targets[rank]}
  ssh -n "$target" "mkdir -p '$folder'"
  scp -q launch.sh ./*.json ./*.toml ./*.yaml "$target:$folder/"
done
for rank in "${!targets[@]}"; do
  settings="HEAD='${addresses[0]}' NODE_RANK=$rank"
  settings+=" FI_PROVIDER=efa"{{?efa_interfaces}}
  settings+=" FI_EFA_USE_DEVICE_RDMA=1 FI_EFA_FORK_SAFE=1 NEURON_RT_ROOT_COMM_ID='${addresses[0]}:46820'"{{?neuron}}
  # A terminal of its own, so that what runs there ends with the connection.
  ssh -n -tt "${targets[rank]}" "cd '$folder' && $settings bash launch.sh" > "logs/$rank.log" 2>&1 &
done
echo "started on ${#targets[@]} machines; logs/0.log is the head's"
for _ in "${targets[@]}"; do
  wait -n || { echo "one machine failed: see logs/" >&2; exit 1; }
done
