Every layout that a plan lists is taken by its own flags, and comes out as it was.

  $ cat > feed-back.py <<'END'
  > import json, subprocess, sys
  > asked = sys.argv[1:]
  > def plans(flags):
  >     return json.loads(subprocess.run(["hakaru", "plan", "train", *flags, "--json"], capture_output=True).stdout)["plans"]
  > def flags(layout, written):
  >     if written: layout = {**layout, "recompute": written}
  >     return [part for key, value in layout.items() if not (written and key == "recompute_layers")
  >             for part in ("--" + key.replace("_", "-"), str(value).lower())]
  > found = plans(asked)
  > kinds = set()
  > for plan in found:
  >     layout = plan["layout"]
  >     full = layout["recompute"] == "full"
  >     for written in [None, f"full/{layout['recompute_layers']}"] if full else [None]:
  >         kinds.add(layout["recompute"] + ("/n" if layout["recompute_layers"] > 1 else ""))
  >         again = plans(asked + flags(layout, written))
  >         if [each["layout"] for each in again] != [layout]: print("lost:", layout, again and again[0]["layout"])
  > print(len(found), *sorted(kinds))
  > END
  $ python3 feed-back.py --model nemotron-h-56b --tokens 1B --sequence-length 8k --global-batch 64 --accelerator h200 \
  >     --accelerators 16 --top 12 | tail -3
  12 full/n none
  $ python3 feed-back.py --model llama-2-7b --tokens 1B --sequence-length 4k --global-batch 32 --instance p4d.24xlarge \
  >     --instances 1 --top 12 | tail -3
  12 full none
  $ python3 feed-back.py --model llama-3.1-8b --tokens 1B --sequence-length 64k --global-batch 8 --instance p5.48xlarge \
  >     --instances 2 --top 6 | tail -3
  6 none
