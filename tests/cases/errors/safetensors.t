  $ header() {
  >   python3 -c '
  > import struct, sys
  > length, text, behind = int(sys.argv[1]), sys.argv[2].encode(), int(sys.argv[3])
  > sys.stdout.buffer.write(struct.pack("<Q", length or len(text)) + text + b"\0" * behind)' "$@" > model.safetensors
  >   hakaru model show model.safetensors
  > }
  $ header 0 '{"a":{"dtype":"BF16","shape":[2,3],"data_offsets":[0,12]}}' 12 | sed -n 1p
  model: safetensors, decoder

The header's length is beyond the file, beyond all files, nothing at all.

  $ header 1000 '{}' 0
  hakaru: model.safetensors: says its header has 1000 bytes; accepted: up to 2
  [2]
  $ header 9223372036854775808 '{}' 0
  hakaru: model.safetensors: says its header has 9223372036854775808 bytes; accepted: up to 2
  [2]
  $ header 18446744073709551615 '{}' 0
  hakaru: model.safetensors: says its header has 18446744073709551615 bytes; accepted: up to 2
  [2]
  $ printf 'abc' > model.safetensors; hakaru model show model.safetensors
  hakaru: model.safetensors: is 3 bytes long; a safetensors file has at least 8
  [2]
  $ : > model.safetensors; hakaru model show model.safetensors
  hakaru: model.safetensors: is 0 bytes long; a safetensors file has at least 8
  [2]

Headers that contradict themselves.

  $ header 0 '{"a":{"dtype":"BF16","shape":[2,3],"data_offsets":[0,12]}' 12
  hakaru: model.safetensors: line 1: not JSON
  [2]
  $ header 0 '{"a":{"dtype":"BF16","shape":[2,3],"data_offsets":[0,11]}}' 11
  hakaru: model.safetensors: 'a.data_offsets' is 11 bytes apart; accepted: 12 bytes, as dtype and shape say
  [2]
  $ header 0 '{"a":{"dtype":"BF16","shape":[2,3],"data_offsets":[0,12]}}' 4
  hakaru: model.safetensors: 'a.data_offsets' is 12; accepted: a list of whole numbers, 0 … 4
  [2]
  $ header 0 '{"a":{"dtype":"XX","shape":[2,3],"data_offsets":[0,12]}}' 12
  hakaru: model.safetensors: 'a.dtype' is 'XX'; accepted: a type of the format, such as BF16, F32, F8_E4M3
  [2]
  $ header 0 '{"a":{"dtype":"F32","shape":[4294967296,4294967296,4294967296],"data_offsets":[0,12]}}' 12
  hakaru: model.safetensors: 'a.shape' is of more values than the file holds; accepted: a shape that fits the file
  [2]
  $ header 0 '{"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}}' 4
  hakaru: model.safetensors: 'a.shape' is -1; accepted: a list of whole numbers, 0 … 9223372036854775807
  [2]

An index that is none.

  $ echo '{"weight_map": 3}' > model.safetensors.index.json; hakaru model show model.safetensors.index.json
  hakaru: model.safetensors.index.json: 'weight_map' is missing; accepted: a table of tensors and the files that hold them
  [2]
  $ echo '{' > model.safetensors.index.json; hakaru model show model.safetensors.index.json
  hakaru: model.safetensors.index.json: line 2: not JSON
  [2]
