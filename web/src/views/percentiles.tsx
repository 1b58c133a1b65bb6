// Latencies of a service's requests, p50 to p99: simulated again as in the plan, so the figures
// are the plan's.
import { useMemo } from "preact/hooks";
import type { SimulateServeAnswer } from "../api/simulate_serve";
import type { Engine } from "../engine/engine";
import { useCurrentAnswer } from "../parts/answer";
import { figure_of, type AnyPlan, type Demand } from "../parts/plans";
import { again_question } from "../questions";
import type { Language } from "../state";
import * as units from "../units";
import type { Say } from "../words";

interface Props {
  readonly engine: Engine;
  readonly lang: Language;
  readonly say: Say;
  readonly file: unknown;
  readonly plan: AnyPlan;
  readonly demand: Demand | undefined;
}

const percentiles = ["p50", "p90", "p95", "p99"] as const;
const latencies = ["ttft", "tpot", "itl", "e2e"] as const;
const columns = { ttft: "ttft_short", tpot: "tpot_short", itl: "itl_short", e2e: "e2e" } as const;

export function Percentiles({ engine, lang, say, file, plan, demand }: Props) {
  const question = useMemo(() => again_question(lang, file, figure_of(plan, "simulated_requests") ?? 0), [lang, file]);
  const { reply } = useCurrentAnswer<SimulateServeAnswer>(engine, question);
  if (reply?.kind === "refusal") return <p class="refusal">{reply.message}</p>;
  if (!reply) return <p class="aside">{say("working")}…</p>;
  const { answer } = reply;
  const seconds = (value: number | null | undefined) => (value == null ? "–" : units.seconds(value, lang));
  const limits: Readonly<Record<string, number | null | undefined>> = { ttft: demand?.ttft_s, tpot: demand?.tpot_s };
  return (
    <figure>
      <figcaption>
        {say("percentiles")} <span class="aside">{say("of_requests", answer.requests.toLocaleString(lang))}</span>
      </figcaption>
      <div class="scrolls wraps" tabIndex={0} role="region" aria-label={say("percentiles")}>
        <table>
          <thead>
            <tr>
              <td />
              {latencies.map((latency) => (
                <th scope="col" class="number" key={latency}>
                  {say(columns[latency])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {percentiles.map((each) => (
              <tr key={each}>
                <th scope="row">{each}</th>
                {latencies.map((latency) => (
                  <td class="number" key={latency}>
                    {seconds(answer[`${latency}_s`][each])}
                  </td>
                ))}
              </tr>
            ))}
            {demand && (
              <tr>
                <th scope="row">{say("limit_at", demand.percentile)}</th>
                {latencies.map((latency) => (
                  <td class="number" key={latency}>
                    {seconds(limits[latency])}
                  </td>
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
