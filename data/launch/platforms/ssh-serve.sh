#!/usr/bin/env bash
{{head}}
# Copies launch.sh and its settings to the machines in the file hosts and starts {{replicas}} servers there: ./run-on-hosts.sh
# Ends them all when one ends or this script is stopped. Needs ssh keys that ask nothing.
set -euo pipefail
shopt -s nullglob
cd "$(dirname "$0")"

machines={{instances}}
servers={{replicas}}
machines_per_server={{instances_per_server}}  # more than 1: one server spans them
servers_per_machine={{servers_per_instance}}
devices={{accelerators_per_server}}  # of one server{{?visible}}
first_port={{port}}
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
for target in "${targets[@]}"; do
  ssh -n "$target" "mkdir -p '$folder'"
  scp -q launch.sh ./*.json ./*.toml ./*.yaml "$target:$folder/"
done

# start MACHINE HEAD NODE_RANK PORT SETTINGS LOG
start() {
  local settings="HEAD='${addresses[$2]}' NODE_RANK=$3 PORT=$4 $5"
  settings+=" FI_PROVIDER=efa"{{?efa_interfaces}}
  settings+=" FI_EFA_USE_DEVICE_RDMA=1 FI_EFA_FORK_SAFE=1"{{?neuron}}
  # A terminal of its own, so that what runs there ends with the connection.
  ssh -n -tt "${targets[$1]}" "cd '$folder' && $settings bash launch.sh" > "logs/$6.log" 2>&1 &
}

for ((server = 0; server < servers; server++)); do
  if ((machines_per_server > 1)); then
    head=$((server * machines_per_server))
    port=$first_port
    for ((rank = 0; rank < machines_per_server; rank++)); do
      start "$((head + rank))" "$head" "$rank" "$port" "" "$server-$rank"
    done
  else
    head=$((server / servers_per_machine))
    place=$((server % servers_per_machine))
    port=$((first_port + place))
    first=$((place * devices)){{?visible}}
    last=$((first + devices - 1)){{?visible}}
    visible={{visible}}=$(seq -s, "$first" "$last"){{!neuron}}{{?visible}}
    visible={{visible}}=$first-$last{{?neuron}}
    visible=""{{!visible}}
    start "$head" "$head" 0 "$port" "$visible" "$server"
  fi
  echo "server $server: http://${addresses[head]}:$port"
done
wait -n || true
echo "a server ended: see logs/" >&2
exit 1
