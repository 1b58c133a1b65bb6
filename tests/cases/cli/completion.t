  $ hakaru completion bash > script
  $ bash -n script
  $ complete_() {
  >   source ./script
  >   COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
  >   _hakaru
  >   printf '%s\n' "${COMPREPLY[@]}"
  > }
  $ complete_ hakaru pl
  plan
  $ complete_ hakaru plan t
  train
  $ complete_ hakaru plan train --global
  --global-batch
  $ complete_ hakaru plan serve --offline --model qwen2.5-7b-i
  qwen2.5-7b-instruct
  $ complete_ hakaru memory train --on trn1.3 | head -1
  trn1.32xlarge
  $ complete_ hakaru plan train --js
  --json

Each command is known to each shell.

  $ hakaru completion zsh | head -1
  #compdef hakaru
  $ hakaru completion zsh | grep -c "'plan train')"
  1
  $ hakaru completion fish | grep -c "plan; and __fish_seen_subcommand_from train' -l tokens"
  1

  $ hakaru completion tcsh
  hakaru: completion is for 'tcsh'; accepted: bash, zsh, fish
  [2]
