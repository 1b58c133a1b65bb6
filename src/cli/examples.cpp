#include "examples.h"

#include <map>

namespace hakaru::cli {

std::vector<std::string_view> examples_of(std::string_view path) {
  static const std::map<std::string_view, std::vector<std::string_view>> examples{
      {"plan train",
       {"hakaru plan train --model llama-3.1-8b --tokens 10B --family p5 --deadline 7d",
        "hakaru plan train --model llama-3.1-8b --tokens 100M --lora-rank 16 --instance g6e.xlarge",
        "hakaru plan train --model llama-3.1-8b --algorithm grpo --items 100k --input-length 512 --output-length 2k "
        "--instance p5.48xlarge"}},
      {"plan serve",
       {"hakaru plan serve --model qwen3-32b --users 20 --ttft 1s",
        "hakaru plan serve --model qwen2.5-7b-instruct --context 8k --offline"}},
      {"plan infer",
       {"hakaru plan infer --model resnet-50 --items 100M --deadline 1d",
        "hakaru plan infer --model bert-base-uncased --sequence-length 128 --family inf2 --latency 20ms"}},
      {"compare train",
       {"hakaru compare train --model gpt2-xl --tokens 10B --instance p4d.24xlarge --instance p5.48xlarge",
        "hakaru compare train --model gpt2-xl --tokens 10B --instance trn1.32xlarge --instance p4d.24xlarge --json"}},
      {"compare serve",
       {"hakaru compare serve --model llama-3.1-8b --rate 5/s --instance g6e.xlarge --instance p5.4xlarge",
        "hakaru compare serve --model llama-3.1-8b --offline --instance g5.xlarge --instance inf2.xlarge"}},
      {"compare infer",
       {"hakaru compare infer --model resnet-50 --instance g4dn.xlarge --instance inf1.xlarge",
        "hakaru compare infer --model bert-base-uncased --batch 8 --instance g5.xlarge --instance inf2.xlarge"}},
      {"compare peaks",
       {"hakaru compare peaks --instance p4d.24xlarge --instance trn1.32xlarge",
        "hakaru compare peaks --instance p5.48xlarge --instance trn2.48xlarge --json"}},
      {"explain", {"hakaru explain plan.json", "hakaru explain plan.json#2 --lang ja"}},
      {"run", {"hakaru run plan.json", "hakaru run plan.json --node-mtbf 250d --restart 20m"}},
      {"measure", {"hakaru measure plan.json", "hakaru measure plan.json#2 -o runs"}},
      {"scale train",
       {"hakaru scale train --model gpt2-xl --tokens 10B --instance p4d.24xlarge --counts 1,2,4,8",
        "hakaru scale train --model gpt2-xl --tokens 10B --instance p4d.24xlarge --counts 1,4,16 --weak"}},
      {"network",
       {"hakaru network --on p5.48xlarge --instances 16 --operation all_reduce --bytes 1GB",
        "hakaru network --on trn1.32xlarge --instances 4 --operation all_to_all --bytes 64MB --json"}},
      {"fit", {"hakaru fit g6e.xlarge", "hakaru fit h100 --model llama-3.1-70b --weights fp8"}},
      {"simulate train", {"hakaru simulate train plan.json", "hakaru simulate train plan.json --trace step.json"}},
      {"simulate serve",
       {"hakaru simulate serve plan.json --rate 5/s", "hakaru simulate serve plan.json --requests trace.csv --json"}},
      {"rehearse", {"hakaru rehearse plan.json", "hakaru rehearse plan.json --steps 20 --precision bf16"}},
      {"sweep", {"hakaru sweep sweep.toml -o rows.csv", "hakaru sweep sweep.toml -o rows.csv --json"}},
      {"memory train",
       {"hakaru memory train --model llama-2-7b --sequence-length 4k --batch 8 --zero 3 --dp 8",
        "hakaru memory train --model llama-3.1-8b --sequence-length 2k --lora-rank 16 --on g5.xlarge"}},
      {"memory serve",
       {"hakaru memory serve --model llama-3.1-70b --context 8k --on p4d.24xlarge",
        "hakaru memory serve --model qwen2.5-7b-instruct --context 32k --batch 8 --tp 2"}},
      {"validate", {"hakaru validate", "hakaru validate --json"}},
      {"validate operators",
       {"hakaru validate operators mine.csv", "hakaru validate operators mine.csv --group-by accelerator --json"}},
      {"validate training", {"hakaru validate training mine.csv", "hakaru validate training mine.csv --strict"}},
      {"validate memory", {"hakaru validate memory mine.csv", "hakaru validate memory mine.csv --trust high"}},
      {"validate serving", {"hakaru validate serving mine.csv", "hakaru validate serving mine.csv --group-by engine"}},
      {"validate inference", {"hakaru validate inference mine.csv", "hakaru validate inference mine.csv --json"}},
      {"model show", {"hakaru model show llama-3.1-8b", "hakaru model show ./my-model/config.json --json"}},
      {"model list", {"hakaru model list", "hakaru model list --json"}},
      {"instance list", {"hakaru instance list", "hakaru instance list --csv"}},
      {"instance show", {"hakaru instance show p5.48xlarge", "hakaru instance show trn2.48xlarge --json"}},
      {"accelerator list", {"hakaru accelerator list", "hakaru accelerator list --json"}},
      {"accelerator show", {"hakaru accelerator show h100", "hakaru accelerator show neuroncore-v2 --json"}},
      {"ask",
       {"hakaru ask question.json", "echo '{\"question\": \"fit\", \"machine\": \"g6e.xlarge\"}' | hakaru ask -"}},
      {"mcp",
       {"hakaru mcp --tools plan_serve,plan_train,explain",
        "echo '{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/list\"}' | hakaru mcp"}},
      {"serve-api", {"hakaru serve-api --port 8080", "hakaru serve-api --host 0.0.0.0 --token-file token.txt"}},
      {"schema", {"hakaru schema > question.schema.json", "hakaru schema plan_serve"}},
      {"price list", {"hakaru price list", "hakaru price list --csv"}},
  };
  const auto found = examples.find(path);
  return found == examples.end() ? std::vector<std::string_view>{} : found->second;
}

}  // namespace hakaru::cli
