This machine measured, a small transformer foretold on it, then run. No figure is looked at: a test must not rest on time.

  $ hakaru calibrate host extra
  hakaru: 'extra' is one word too many for host
  [2]
  $ touch file
  $ hakaru calibrate host -o file
  hakaru: file: cannot be written: Not a directory
  [2]
  $ hakaru calibrate host --measurements x.csv
  hakaru: '--measurements' is not a flag of host; nearest: * (glob)
  [2]

The prediction and its band stand ahead of what is measured.

  $ hakaru calibrate host -o own > said.txt
  $ sed -E '1s/.*, [0-9]+ cores, [0-9.]+ GiB/PROCESSOR, N cores, N GiB/; s/(^| )[+-]?[0-9]+([.,][0-9]+)*/\1N/g; s/ +/ /g; /^The machine changed/d; s/(inside|outside) the band/where/' said.txt | sed -E 's/ (ms|s|µs)( |$)/ TIME\2/g'
  PROCESSOR, N cores, N GiB
  
   measured of the peak
  products of fp32, oneDNN, all cores N GFLOP/s
  memory read, all cores N GB/s
  memory copied, all cores N GB/s
  traced step: products of many rows N GFLOP/s N %
  traced step: attention over a prompt N GFLOP/s N %
  traced step: weights of products of one row N GB/s N %
  traced step: an operation beside its work N TIME
  traced step: a step beside its operations N TIME
  
  N networks held back were predicted so far off: prefill N … N %; decode N … N %
  
  Foretold, before it runs: a Llama of N layers of N, a prompt of N tokens and the token behind it
  
   predicted N % band
  prefill N TIME N TIME … N TIME
  decode N TIME N TIME … N TIME
  
  Measured: processor time of the one thread, the median of several steps
  
   predicted N % band measured error wall clock
  prefill N TIME N TIME … N TIME N TIME N % N TIME where
  decode N TIME N TIME … N TIME N TIME N % N TIME where
  
  written to own; use it with --data own
   hakaru --data own plan infer --model bert-base --batch N --instance host

What it wrote is a machine like any other.

  $ (cd own && find . -type f | sort)
  ./.hakaru
  ./accelerators/host.toml
  ./calibrations/host.toml
  ./instances/host.toml
  $ hakaru --data own plan infer --model bert-base --batch 1 --instance host | grep -Eo "^1  1 × host|none "
  1  1 × host
  none 
  $ hakaru --data own memory serve --model gpt2 --context 1k --on host | grep -o '^Fits'
  Fits
  $ hakaru --data own fit host | sed -n 2p | sed -E 's/[0-9.]+ GiB/N GiB/g'
  Weights are as published; with --weights int4, 205 fit, the largest is qwen3.5-35b-a3b.
  $ hakaru --data own plan serve --model gpt2 --context 1k --users 1 --instance host --ttft 1m --tpot 10s | grep -o '^1  1 × host'
  1  1 × host
  $ hakaru --data own accelerator show host | grep -Eo 'measured on .* by hakaru calibrate host, [0-9-]{10}$' | sed 's/on .* by/on it by/; s/, .*//'
  measured on it by hakaru calibrate host
