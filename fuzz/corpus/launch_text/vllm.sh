MODEL=a/b
export TP=4
exec vllm serve "${MODEL}" \
  -tp $TP --max-model-len ${L:-32k} --speculative-config '{"model": "d", "num_speculative_tokens": 3}' # x
