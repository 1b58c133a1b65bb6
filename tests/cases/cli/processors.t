glibc takes other functions of exp, pow and their like on other processors: what is planned, simulated and rehearsed is
the same with those of the oldest.

  $ hakaru() { command hakaru "$@" --wide; }
  $ ask() {
  >   hakaru plan train --model llama-3.1-8b --tokens 10B --sequence-length 4k --global-batch 256 --instance p5.48xlarge -o $1.train
  >   hakaru plan serve --offline --model llama-3.1-8b --context 8k --instance trn2.48xlarge --concurrency 64 -o $1.serve
  >   hakaru plan serve --ttft none --tpot none --model llama-3.1-8b --context 8k --instance g6e.xlarge --rate 1/s --at p95
  >   hakaru plan infer --model sdxl-base --instance g6e.xlarge
  >   hakaru explain $1.train
  >   hakaru simulate train $1.train
  >   hakaru simulate serve $1.serve --count 500 --rate 2/s --csv
  >   hakaru scale train --model llama-3.1-8b --tokens 10B --sequence-length 4k --global-batch 512 --instance p5.48xlarge --counts 1,2,4
  >   hakaru plan train --model llama-3.2-1b --tokens 1B --sequence-length 512 --global-batch 64 --accelerator b300 \
  >     --accelerators 2 --tp 1 --pp 2 --vpp 1 --recompute none -o $1.small > /dev/null
  >   hakaru rehearse $1.small --steps 4 --compare-precision bf16-sr,fp8-e4m3 --csv
  > }
  $ ask here > here.txt 2>&1
  $ GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX2,-FMA,-FMA4,-AVX ask oldest > oldest.txt 2>&1
  $ sed -i -e 's/oldest/here/g' -e 's/ in [0-9.]* m\{0,1\}s$//' oldest.txt here.txt
  $ diff here.txt oldest.txt && wc -l < here.txt
  189
  $ grep hakaru: here.txt
  [1]
