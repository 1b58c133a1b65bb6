Clients that others wrote: the Model Context Protocol's own, whose schemas every message keeps, and the schema of OpenAPI.

  $ clients=$("$TESTDIR/../../clients/install" 2> reason) || { cat reason >&2; exit 80; }
  $ node "$clients/mcp.mjs" --tools all | sed 's/  */ /g'
  hakaru resources tools
  ping {}
  true true schemas compile
  described in two lines
  1 1 × g6e.xlarge tp1 dp1 4.54 336 ms 26.4 ms $1,359 96 % similar 68 % 1 × l40s -29 +41 %
  Kept as plan-1: tools that take a plan take that name. The second plan is plan-1#2.
  told how far: true
  the second, explained: On 1 × g7.2xlarge, tp1 pp1 dp1 mb1.
  both: A: 1 × g6e.xlarge, tp1 dp1
  true does not fit on 1 × g5.xlarge: the smallest layout (tp1 pp1 dp1 mb1) needs 135 GiB per device, which has 22.4 GiB; would fit: 1 × g5.48xlarge
  true question: 'rat' is not a key of plan serve; nearest: at, rate, dp
  true question: 'model' is '/etc/passwd', and files are not read here; accepted: a name that hakaru model list shows, or the config.json itself
  -32602 MCP error -32602: unknown tool: nothing
  -32002 MCP error -32002: 'hakaru://nothing' is no resource here
  meanwhile {}
  ended
  true
  hakaru://models text/plain true
  hakaru://instances text/plain true
  hakaru://accelerators text/plain true
  hakaru://accuracy text/plain true
  hakaru://model/{name} hakaru://instance/{name} hakaru://accelerator/{name} hakaru://plan/{name}
  kept whole: 3
  closed 
  $ . "$TESTDIR/service.sh"
  $ start
  $ http GET /openapi.json | sed 1d | node "$clients/openapi.mjs"
  valid: true 
  references: true 
  paths: /v1/ask /v1/schema /openapi.json /health /metrics
  $ ended
  ended with 0
