export NGPU=8
CONFIG_FILE="./titan.toml" ./run_train.sh --training.steps 100 --training.seq_len=2048
