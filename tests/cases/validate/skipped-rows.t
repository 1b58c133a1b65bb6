A row that cannot be read is skipped, counted and named with its line and column; the others are predicted.

  $ printf '%s\n' accelerator,dtype,m,n,k,latency_us h100-sxm,bf16,4096,4096,4096,200 h100-sxm,bf16,8.5,8,8,3 h100-sxm,bf16,8,8,8,abc \
  >   h100-sxm,bf16,8,8 h100-sxm,bf16,8,8,8,3,fast 'h100-sxm,"bf16,8,8,8,3' h100-sxm,bf16,8,8,8,-3 h100-sxm,bf16,8,8,8, \
  >   h1000,bf16,8,8,8,3 h100-sxm,bf16,4096,4096,4096,201 > gemm.csv
  $ hakaru validate operators gemm.csv --group-by accelerator
  group                 rows  predicted  skipped  median error  90th percentile     bias
  accelerator=h100-sxm     9          2        7        17.3 %           17.5 %  -17.3 %
  accelerator=h1000        1          0        1             -                -        -
  all                     10          2        8        17.3 %           17.5 %  -17.3 %
  skipped 1: accelerator 'h1000' is not known; nearest: h100, a100, a6000
  skipped 1: line 3, column 'm': found '8.5'; accepted: a whole number, 1 … 1000000000
  skipped 1: line 4, column 'latency_us': found 'abc'; accepted: a number, more than 0, at most 1e+09
  skipped 1: line 5, column 'k': missing: found 4 cells; accepted: 6, one for each column
  skipped 1: line 6, column 'latency_us': a cell too many after it: found 7; accepted: 6, one for each column
  skipped 1: line 7, column 'dtype': a quote is not closed; accepted: "…", on one line
  skipped 1: line 8, column 'latency_us': found '-3'; accepted: a number, more than 0, at most 1e+09
  skipped 1: line 9, column 'latency_us': found ''; accepted: a number, more than 0, at most 1e+09
  $ hakaru validate operators gemm.csv --group-by accelerator --lang ja
  グループ              行数  予測  除外  誤差の中央値  90 パーセンタイル     偏り
  accelerator=h100-sxm     9     2     7        17.3 %             17.5 %  -17.3 %
  accelerator=h1000        1     0     1             -                  -        -
  全体                    10     2     8        17.3 %             17.5 %  -17.3 %
  除外 1 行: アクセラレーター 'h1000' は登録されていません。候補: h100, a100, a6000
  除外 1 行: 3 行目、列 'm': '8.5' です。指定できる値: 整数 1 … 1000000000
  除外 1 行: 4 行目、列 'latency_us': 'abc' です。指定できる値: 0 より大きく 1e+09 以下の数
  除外 1 行: 5 行目、列 'k': ありません (セル数 4)。指定できる値: 列ごとに 1 つ、計 6
  除外 1 行: 6 行目、列 'latency_us': その後に余分なセルがあります (セル数 7)。指定できる値: 列ごとに 1 つ、計 6
  除外 1 行: 7 行目、列 'dtype': 引用符が閉じていません。指定できる値: 1 行に収まる "…"
  除外 1 行: 8 行目、列 'latency_us': '-3' です。指定できる値: 0 より大きく 1e+09 以下の数
  除外 1 行: 9 行目、列 'latency_us': '' です。指定できる値: 0 より大きく 1e+09 以下の数
  $ hakaru validate operators gemm.csv --json | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > print({key: answer["summary"][key] for key in ("count", "predicted", "skipped")})
  > for row in answer["rows"]: print(row if "skipped_because" in row else row["id"])'
  {'count': 10, 'predicted': 2, 'skipped': 8}
  2
  {'id': 3, 'skipped_because': "line 3, column 'm': found '8.5'; accepted: a whole number, 1 … 1000000000"}
  {'id': 4, 'skipped_because': "line 4, column 'latency_us': found 'abc'; accepted: a number, more than 0, at most 1e+09"}
  {'id': 5, 'skipped_because': "line 5, column 'k': missing: found 4 cells; accepted: 6, one for each column"}
  {'id': 6, 'skipped_because': "line 6, column 'latency_us': a cell too many after it: found 7; accepted: 6, one for each column"}
  {'id': 7, 'skipped_because': 'line 7, column \'dtype\': a quote is not closed; accepted: "…", on one line'}
  {'id': 8, 'skipped_because': "line 8, column 'latency_us': found '-3'; accepted: a number, more than 0, at most 1e+09"}
  {'id': 9, 'skipped_because': "line 9, column 'latency_us': found ''; accepted: a number, more than 0, at most 1e+09"}
  {'id': 10, 'skipped_because': "accelerator 'h1000' is not known; nearest: h100, a100, a6000"}
  11

--strict refuses the file at the first of them.

  $ hakaru validate operators gemm.csv --strict
  hakaru: gemm.csv: line 5: 'k' is missing: 4 cells found; accepted: 6, one for each column
  [2]
  $ hakaru validate operators gemm.csv --strict --lang ja
  hakaru: gemm.csv: 5 行目: 'k' がありません (セル数 4)。指定できる値: 列ごとに 1 つ、計 6
  [2]

So it is for every kind. A row goes by its own id where the file has one; a dimension that cannot be read is named wherever it stands.

  $ named() { python3 -c '
  > import json, sys
  > for row in json.load(sys.stdin)["rows"]: print(row["id"], row.get("skipped_because") or row["metric"])'; }
  $ served() { printf '%s\n' id,model,accelerator,accelerators,tp,engine,mode,concurrency,input_length,output_length,tpot_ms "$@"; }
  $ served A-1,llama-3.1-8b,h100-sxm,1,1,vllm,server,8,512,128,10 A-2,llama-3.1-8b,h100-sxm,1,1,vllm,server,8,many,128,10 \
  >   A-3,llama-3.1-8b,h100-sxm,1,1,vllm,server,0.5,512,128,10 A-4,llama-3.1-8b,h100-sxm,1,1,vllm,server,8,512,128,fast \
  >   A-5,llama-3.1-8b,h100-sxm,1,1.5,vllm,server,8,512,128,10 A-6,llama-3.1-8b > served.csv
  $ hakaru validate serving served.csv --json | named
  A-1 tpot_ms
  A-2 line 3, column 'input_length': found 'many'; accepted: a number, 1 … 10000000
  A-3 line 4, column 'concurrency': found '0.5'; accepted: a number, 1 … 10000000
  A-4 line 5, column 'tpot_ms': found 'fast'; accepted: a number, more than 0, at most 1e+09
  A-5 line 6, column 'tp': found '1.5'; accepted: a whole number, 1 … 1000000
  A-6 line 7, column 'accelerator': missing: found 2 cells; accepted: 11, one for each column
  $ printf '%s\n' accelerator,accelerators,family,ffn_type,hidden,layers,heads,kv_heads,ffn,vocab,seq_len,global_batch,tp,pp,micro_batch,step_time_s \
  >   a100-sxm-80gb,8,decoder,mlp,4096,32,32,32,16384,50257,2048,64,8,1,1,5 a100-sxm-80gb,8,decoder,mlp,abc,32,32,32,16384,50257,2048,64,8,1,1,5 \
  >   a100-sxm-80gb,8,decoder,mlp,abc,32,32,32,16384,50257,2048,64,8,1,1,5 a100-sxm-80gb,8,decoder,mlp,4096,32,32,32,16384,50257,long,64,8,1,1,5 > steps.csv
  $ hakaru validate training steps.csv --json | named
  2 step_time_s
  3 line 3, column 'hidden': found 'abc'; accepted: a whole number, 1 … 100000000
  4 line 4, column 'hidden': found 'abc'; accepted: a whole number, 1 … 100000000
  5 line 5, column 'seq_len': found 'long'; accepted: a number, 1 … 100000000
  $ sed '1s/step_time_s/memory_gib,component/; 1!s/$/,peak_allocated/; s/,5,peak/,GiB,peak/; 2s/GiB/40/' steps.csv > memory.csv; hakaru validate memory memory.csv --json | named
  2 memory_gib
  3 line 3, column 'hidden': found 'abc'; accepted: a whole number, 1 … 100000000
  4 line 4, column 'hidden': found 'abc'; accepted: a whole number, 1 … 100000000
  5 line 5, column 'seq_len': found 'long'; accepted: a number, 1 … 100000000
  $ printf '%s\n' model,accelerator,accelerators,dtype,seq_or_image,batch,latency_ms_p50 bert-base,l40s,1,fp16,128,1,1 bert-base,l40s,one,fp16,128,1,1 \
  >   bert-base,l40s,1,fp16,128,1.5,1 bert-base,l40s,1,fp16,128,1,soon > encoded.csv
  $ hakaru validate inference encoded.csv --json | named
  2 latency_ms_p50
  3 line 3, column 'accelerators': found 'one'; accepted: a whole number, 1 … 1000000
  4 line 4, column 'batch': found '1.5'; accepted: a whole number, 1 … 1000000
  5 line 5, column 'latency_ms_p50': found 'soon'; accepted: a number, more than 0, at most 1e+09
  $ for kind in serving training memory inference; do
  >   case $kind in serving) f=served;; training) f=steps;; memory) f=memory;; *) f=encoded;; esac; hakaru validate $kind $f.csv --strict; done
  hakaru: served.csv: line 7: 'accelerator' is missing: 2 cells found; accepted: 11, one for each column
  hakaru: steps.csv: line 3: 'hidden' is 'abc'; accepted: a whole number, 1 … 100000000
  hakaru: memory.csv: line 3: 'hidden' is 'abc'; accepted: a whole number, 1 … 100000000
  hakaru: encoded.csv: line 3: 'accelerators' is 'one'; accepted: a whole number, 1 … 1000000
  [2]

Lengths and concurrency may be means: what they are predicted as lies between the whole numbers beside them.

  $ served M-1,llama-3.1-8b,h100-sxm,2,1,vllm,server,8,857,128,10 M-2,llama-3.1-8b,h100-sxm,2,1,vllm,server,8.5,857.5,128.5,10 \
  >   M-3,llama-3.1-8b,h100-sxm,2,1,vllm,server,9,858,129,10 | hakaru validate serving - --json | python3 -c '
  > import json, sys
  > below, mean, above = [row["predicted"] for row in json.load(sys.stdin)["rows"]]
  > print(below < mean < above)'
  True
  $ sed 's/,128,1,1$/,127.6,1,1/; 3,$d' encoded.csv > mean.csv; hakaru validate inference mean.csv --csv > mean; sed 3,\$d encoded.csv | hakaru validate inference - --csv | cmp - mean
  $ sed 's/,2048,/,2048.4,/; 3,$d' steps.csv > mean.csv; hakaru validate training mean.csv --csv > mean; sed 3,\$d steps.csv | hakaru validate training - --csv | cmp - mean
  $ echo 'model,accelerator,accelerators,dtype,notes,latency_ms_p50' > tokens.csv; cp tokens.csv whole.csv
  $ echo 't5-3b,l40s,2,fp16,tp=2 in=64.4 out=63.7,1' >> tokens.csv; echo 't5-3b,l40s,2,fp16,tp=2 in=64 out=64,1' >> whole.csv
  $ hakaru validate inference tokens.csv --csv > mean; hakaru validate inference whole.csv --csv | cmp - mean

Rows whose cells are not the columns' have no trust that could be told, and are named whatever is trusted.

  $ sed '1s/$/,trust/; 2s/$/,high/; 3s/$/,low/' gemm.csv | hakaru validate operators - --trust high --json | named
  2 latency_us
  4 line 4, column 'trust': missing: found 6 cells; accepted: 7, one for each column
  5 line 5, column 'k': missing: found 4 cells; accepted: 7, one for each column
  7 line 7, column 'dtype': a quote is not closed; accepted: "…", on one line
  8 line 8, column 'trust': missing: found 6 cells; accepted: 7, one for each column
  9 line 9, column 'trust': missing: found 6 cells; accepted: 7, one for each column
  10 line 10, column 'trust': missing: found 6 cells; accepted: 7, one for each column
  11 line 11, column 'trust': missing: found 6 cells; accepted: 7, one for each column

A file that is no table of the kind is refused all the same.

  $ printf '{"m": 8,\n "n": 8}\n' | hakaru validate operators -
  hakaru: -: line 1: column 2 has no name
  [2]
  $ printf 'accelerator,"dtype\nh100-sxm,bf16\n' | hakaru validate operators -
  hakaru: -: line 1: column 2: a quote is not closed; accepted: "…", on one line
  [2]
  $ printf 'accelerator,accelerators,global_batch,step_time_s\nh100-sxm,8,many,3\nh100-sxm,8,8,3\n' | hakaru validate training -
  hakaru: -: has no column 'model'; its columns are: accelerator, accelerators, global_batch, step_time_s
  [2]

What constants are fitted to is to be whole: hakaru calibrate refuses such a row.

  $ hakaru calibrate operators gemm.csv --accelerator h100-sxm
  hakaru: gemm.csv: line 5: 'k' is missing: 4 cells found; accepted: 6, one for each column
  [2]
