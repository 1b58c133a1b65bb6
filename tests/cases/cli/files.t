A plan file is written whole or not at all.

  $ hakaru plan infer --model resnet-50 --batch 8 --instance g5.xlarge -o plan.json > /dev/null
  $ ls
  plan.json
  $ python3 -m json.tool plan.json > /dev/null
  $ hakaru plan infer --model resnet-50 --batch 8 --instance g5.xlarge -o nowhere/plan.json
  hakaru: nowhere/plan.json: cannot be written: No such file or directory
  [2]
  $ ls
  plan.json
  $ mkdir folder
  $ hakaru plan infer --model resnet-50 --batch 8 --instance g5.xlarge -o folder
  hakaru: folder: cannot be written: Is a directory
  [2]
  $ ls folder
  $ ls
  folder
  plan.json
