  $ hakaru model list | head -1
  model                                            architecture            family                  parameters
  $ hakaru model list --names | grep -x -e gpt3-175b -e llama-3.1-8b -e resnet-50 -e yolov5s -e qwen2.5-7b-instruct
  gpt3-175b
  llama-3.1-8b
  qwen2.5-7b-instruct
  resnet-50
  yolov5s

Every name is shown as itself.

  $ hakaru model list --names | wc -l > names; hakaru model list --json | python3 -c '
  > import json, sys
  > models = json.load(sys.stdin)
  > print(len(models) == int(open("names").read()), all(model["parameters"] > 0 for model in models))'
  True True
