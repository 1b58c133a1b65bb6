NGPU=${NGPU:-"8"}
CONFIG_FILE=${CONFIG_FILE:-"./titan.toml"}
START=${START:-'torchtitan.train'}
torchrun --nproc_per_node=${NGPU} -m ${START} --job.config_file ${CONFIG_FILE} "$@"
