With --strict a row that cannot be read is refused with its line and column: nothing is predicted.

  $ gemm() { printf 'accelerator,dtype,m,n,k,latency_us\nh100-sxm,bf16,8,8,8,3\n%s\n' "$1" > gemm.csv; hakaru validate operators gemm.csv --strict; }
  $ gemm h100-sxm,bf16,8,8,8,-3
  hakaru: gemm.csv: line 3: 'latency_us' is '-3'; accepted: a number, more than 0, at most 1e+09
  [2]
  $ gemm h100-sxm,bf16,8,8,8,0
  hakaru: gemm.csv: line 3: 'latency_us' is '0'; accepted: a number, more than 0, at most 1e+09
  [2]
  $ gemm h100-sxm,bf16,8,8,8,nan
  hakaru: gemm.csv: line 3: 'latency_us' is 'nan'; accepted: a number, more than 0, at most 1e+09
  [2]
  $ gemm h100-sxm,bf16,8,8,8,inf
  hakaru: gemm.csv: line 3: 'latency_us' is 'inf'; accepted: a number, more than 0, at most 1e+09
  [2]
  $ gemm h100-sxm,bf16,8,8,8,1e400
  hakaru: gemm.csv: line 3: 'latency_us' is '1e400'; accepted: a number, more than 0, at most 1e+09
  [2]
  $ gemm h100-sxm,bf16,8,8,8,
  hakaru: gemm.csv: line 3: 'latency_us' is ''; accepted: a number, more than 0, at most 1e+09
  [2]
  $ gemm 'h100-sxm,bf16,8,8,8,3 us'
  hakaru: gemm.csv: line 3: 'latency_us' is '3 us'; accepted: a number, more than 0, at most 1e+09
  [2]
  $ gemm h100-sxm,bf16,8.5,8,8,3
  hakaru: gemm.csv: line 3: 'm' is '8.5'; accepted: a whole number, 1 … 1000000000
  [2]
  $ gemm h100-sxm,bf16,99999999999999999999,8,8,3
  hakaru: gemm.csv: line 3: 'm' is '99999999999999999999'; accepted: a whole number, 1 … 1000000000
  [2]
  $ gemm nothing,bf17,8,0,8,3
  hakaru: gemm.csv: line 3: 'n' is '0'; accepted: a whole number, 1 … 1000000000
  [2]
  $ gemm h100-sxm,bf16,8,8
  hakaru: gemm.csv: line 3: 'k' is missing: 4 cells found; accepted: 6, one for each column
  [2]
  $ gemm h100-sxm,bf16,8,8,8,3,fast
  hakaru: gemm.csv: line 3: a cell too many after 'latency_us': 7 found; accepted: 6, one for each column
  [2]
  $ gemm 'h100-sxm,"bf16,8,8,8,3'
  hakaru: gemm.csv: line 3: column 2: a quote is not closed; accepted: "…", on one line
  [2]
  $ gemm "$(printf 'h100-sxm,bf16,8,8,8,\033[31m')"
  hakaru: gemm.csv: line 3: 'latency_us' is '\x1b[31m'; accepted: a number, more than 0, at most 1e+09
  [2]

So is a file that is no such table.

  $ hakaru validate operators
  hakaru: validate needs a FILE of measurements; found none. The rows that came with the program: hakaru validate, also --by accelerator|software|model-kind
  [2]
  $ hakaru validate operators missing.csv
  hakaru: missing.csv: cannot be read: no such file
  [2]
  $ : > empty.csv; hakaru validate operators empty.csv
  hakaru: empty.csv: is empty; accepted: a line of column names, then rows
  [2]
  $ printf 'zero\n\0\n' > zero.csv; hakaru validate operators zero.csv
  hakaru: zero.csv: line 2: is not text: it holds a zero byte
  [2]
  $ echo 'accelerator,dtype,m,k,latency_us' > columns.csv; hakaru validate operators columns.csv
  hakaru: columns.csv: has no column 'n'; its columns are: accelerator, dtype, m, k, latency_us
  [2]
  $ echo 'accelerator,dtype,dtype' > columns.csv; hakaru validate operators columns.csv
  hakaru: columns.csv: line 1: column 'dtype' is there twice
  [2]
  $ echo 'name,speed' > columns.csv; hakaru validate operators columns.csv
  hakaru: columns.csv: its columns are not those of measured operators; accepted: GEMM (accelerator, dtype, latency_us, m, n, k); prefill (accelerator, kv_dtype, compute_dtype, batch, heads, kv_heads, head_dim, latency_us, sequence_length); decode (accelerator, kv_dtype, compute_dtype, batch, heads, kv_heads, head_dim, latency_us, context_length); collective (accelerator, latency_us, operation,
    ranks, message_bytes)
  [2]

And flags that ask for what the file does not have.

  $ printf 'accelerator,dtype,m,n,k,latency_us\nh100-sxm,bf16,8,8,8,3\n' > gemm.csv
  $ hakaru validate operators gemm.csv --group-by colour
  hakaru: gemm.csv: has no column 'colour'; its columns are: accelerator, dtype, m, n, k, latency_us
  [2]
  $ hakaru validate operators gemm.csv --group-by dtype,
  hakaru: --group-by is 'dtype,'; accepted: names of columns such as accelerator,dtype
  [2]
  $ hakaru validate operators gemm.csv --trust high
  hakaru: gemm.csv: has no column 'trust'; its columns are: accelerator, dtype, m, n, k, latency_us
  [2]
  $ hakaru validate operators gemm.csv --trust blind
  hakaru: --trust is 'blind'; accepted: some of high,medium,low
  [2]
  $ hakaru validate operators gemm.csv --lang ja --group-by colour
  hakaru: gemm.csv: 列 'colour' がありません。ある列: accelerator, dtype, m, n, k, latency_us
  [2]

A table is kept whole, within bounds.

  $ /usr/bin/python3 -c 'print(",".join(f"c{i}" for i in range(500))); print(("," * 499 + "\n") * 2001)' > wide.csv
  $ hakaru validate serving wide.csv
  hakaru: wide.csv: line 2002: has more than 1000000 cells; accepted: up to that many
  [2]
