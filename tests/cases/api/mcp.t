Messages on lines, answered on lines; what is none is told so, and the next is answered.

  $ mcp() { hakaru mcp "$@" | cut -c1-160; }
  $ cat > messages << 'JSON'
  > {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}
  > {"jsonrpc": "2.0", "method": "notifications/initialized"}
  > {"jsonrpc": "2.0", "id": "two", "method": "ping"}
  > not JSON
  > {"id": 3, "method": "ping"}
  > {"jsonrpc": "2.0", "id": 1.5, "method": "ping"}
  > {"jsonrpc": "2.0", "id": 4, "method": "ping", "params": [1]}
  > {"jsonrpc": "2.0", "id": 5, "method": "no/such"}
  > {"jsonrpc": "2.0", "method": "no/such"}
  > {"jsonrpc": "2.0", "id": 6, "result": {}}
  > {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "plan_serve", "arguments": "x"}}
  > 
  > []
  > [{"jsonrpc": "2.0", "id": 8, "method": "ping"}, 1, {"jsonrpc": "2.0", "method": "ping"}, {"jsonrpc": "2.0", "id": 9, "method": "ping"}]
  > JSON
  $ mcp < messages
  {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2024-11-05","capabilities":{"tools":{},"resources":{}},"serverInfo":{"name":"hakaru","title":"hakaru","vers
  {"jsonrpc":"2.0","id":"two","result":{}}
  {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"message: line 1: not JSON"}}
  {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"not a message: jsonrpc is not \"2.0\""}}
  {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"not a message: id is neither a string nor a whole number"}}
  {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"not a message: params is not an object"}}
  {"jsonrpc":"2.0","id":5,"error":{"code":-32601,"message":"unknown method: no/such"}}
  {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"arguments are not an object"}}
  {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a batch of 0 messages; accepted: 1 to 100"}}
  [{"jsonrpc":"2.0","id":8,"result":{}},{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"not a message: not an object"}},{"jsonrpc":"2.0","id":9,"resu

A line of 10 MB, bytes that are no text, and one that only the end of the input ends.

  $ python3 -c "print('{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"' + 'x' * 10000000 + '\"}')" | hakaru mcp | cut -c1-80
  {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"unknown method: xxxxxx
  $ printf '\xff\xfe\x00\n{"jsonrpc": "2.0", "id": 2, "method": "ping"}' | mcp
  {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"message: line 1: not JSON"}}
  {"jsonrpc":"2.0","id":2,"result":{}}

What is called when the input ends is still answered; what is cancelled is not, and ends. A client that has gone ends all.

  $ call() { echo "{\"jsonrpc\": \"2.0\", \"id\": $1, \"method\": \"tools/call\", \"params\": {\"name\": \"$2\", \"arguments\": $3}}"; }
  $ call 1 model_show '{"model": "llama-3.1-8b"}' | hakaru mcp | python3 -c "
  > import json, sys
  > result = json.load(sys.stdin)['result']
  > print(result['content'][0]['text'].split('\n')[0], result['structuredContent']['layers'])"
  llama-3.1-8b: llama, decoder 32
  $ long='{"model": "gpt3-175b", "tokens": "300B", "global_batch": 1536, "exhaustive": true, "precision": "bf16,fp8,bf16-sr", "max_instances": 8192}'
  $ { call 1 plan_train "$long"; call 2 plan_train "$long"; echo '{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}';
  >   echo '{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}'; call 3 fit '{"machine": "g5.xlarge", "model": "qwen2.5-7b-instruct"}'; } |
  >   hakaru mcp | cut -d, -f2
  "id":3
  $ { call 1 plan_train "$long"; echo '{"jsonrpc": "2.0", "id": 2, "method": "ping"}'; } | hakaru mcp | head -1
  {"jsonrpc":"2.0","id":2,"result":{}}
  $ call 1 plan_train "$long" | hakaru mcp --timeout 200ms --lang ja
  {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"200 ms 以内に答えられませんでした"}],"isError":true}}

Long answers are cut, and say so; tools may be few.

  $ call 1 instance_list '{}' | hakaru mcp | python3 -c "
  > import json, sys
  > result = json.load(sys.stdin)['result']
  > text = result['content'][0]['text']
  > print(len(text) < 13000, 'structuredContent' in result, text.split('\n')[-2])"
  True False 240 more lines were left out: ask for less, or for one by its name
  $ echo '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}' | hakaru mcp --tools fit,explain | grep -o '"name":"[a-z_]*"'
  "name":"explain"
  "name":"fit"
  $ call 1 plan_serve '{}' | hakaru mcp --tools fit,explain
  {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"unknown tool: plan_serve"}}
  $ hakaru mcp --tools plan_serv
  hakaru: --tools: 'plan_serv' is not known; nearest: plan_serve, plan, plan_infer
  [2]
