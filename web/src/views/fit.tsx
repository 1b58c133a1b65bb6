// Models that one machine can serve; for one of them, share of usable memory by context length and batch.
import * as Plot from "@observablehq/plot";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { FitAnswer } from "../api/fit";
import type { MemoryServeAnswer } from "../api/memory_serve";
import type { Engine } from "../engine/engine";
import { useAnswer } from "../parts/answer";
import { Chart } from "../parts/chart";
import { ChoiceField, TextField } from "../parts/field";
import type { ViewProps } from "../parts/view";
import type { State } from "../state";
import * as units from "../units";
import type { Say } from "../words";

const usual_machine = "g6e.12xlarge";
const formats = ["bf16", "fp8", "int8", "int4", "nvfp4"];

export function FitView({ engine, state, say, instances, change }: ViewProps) {
  const { lang, asked } = state;
  const machine = asked["machine"] ?? usual_machine;
  const weights = asked["weights"] ?? "";
  const question = useMemo(() => ({ question: "fit", lang, machine, ...(weights === "" ? {} : { weights }) }), [lang, machine, weights]);
  const { reply, of } = useAnswer<FitAnswer>(engine, question);
  const ask = (field: string, value: string) => change({ asked: { ...asked, [field]: value } });
  const models = reply?.kind === "answer" ? reply.answer.models : [];
  const picked = models.find((each) => each.model === asked["fitted"]) ?? models[0];
  return (
    <section>
      <form class="asked wide" onSubmit={(event) => event.preventDefault()}>
        <TextField label={say("machine")} value={machine} choices={instances.map((each) => each.instance)} onChange={(typed) => ask("machine", typed)} />
        <ChoiceField
          label={say("weights")}
          value={weights}
          choices={[["", say("usual")], ...formats.map((format) => [format, format] as const)]}
          onChange={(typed) => ask("weights", typed)}
        />
      </form>
      {reply?.kind === "refusal" && <p class="refusal">{reply.message}</p>}
      {picked && of === question && <ContextMap {...{ engine, lang, say, machine, weights }} model={picked.model} tp={picked.widest.tp} longest={picked.widest.longest_context} />}
      <div class="scrolls long" tabIndex={0} role="region" aria-label={say("fit")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say("model")}</th>
              <th scope="col" class="number">{say("weights")}</th>
              <th scope="col" class="number">tp</th>
              <th scope="col" class="number">{say("longest_context")}</th>
              <th scope="col" class="number">{say("largest_batch", (models[0]?.batch_context ?? 0).toLocaleString(lang))}</th>
            </tr>
          </thead>
          <tbody>
            {models.map((each) => (
              <tr key={each.model} aria-current={each === picked} onClick={() => ask("fitted", each.model)}>
                <th scope="row">
                  <button type="button" class="rank" onClick={() => ask("fitted", each.model)}>
                    {each.model}
                  </button>
                </th>
                <td class="number">{units.bytes(each.weights_bytes, lang)}</td>
                <td class="number">{each.widest.tp}</td>
                <td class="number">{each.widest.longest_context.toLocaleString(lang)}</td>
                <td class="number">{each.widest.largest_batch.toLocaleString(lang)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface MapProps {
  readonly engine: Engine;
  readonly lang: State["lang"];
  readonly say: Say;
  readonly machine: string;
  readonly weights: string;
  readonly model: string;
  readonly tp: number;
  readonly longest: number;
}

interface Cell {
  readonly context: number;
  readonly batch: number;
  readonly share: number;
}

const batches = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const kilo = 1024;

/** Memory per device of each context and batch, each weighed by the engine. */
function ContextMap({ engine, lang, say, machine, weights, model, tp, longest }: MapProps) {
  const [cells, setCells] = useState<readonly Cell[]>([]);
  const contexts = useMemo(() => [2, 4, 8, 16, 32, 64, 128, 256].map((each) => each * kilo).filter((each) => each <= Math.max(longest, 8 * kilo)), [longest]);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    setCells([]);
    const weigh = async () => {
      for (const context of contexts) {
        const column: Cell[] = [];
        for (const batch of batches) {
          const question = { question: "memory_serve", lang, model, on: machine, tp, context, batch, ...(weights === "" ? {} : { weights }) };
          const told = await engine.ask<MemoryServeAnswer>(question, { signal });
          if (signal.aborted) return;
          if (told.kind !== "answer" || !told.answer.capacity_bytes) break;
          column.push({ context, batch, share: told.answer.device.total_bytes / (told.answer.capacity_bytes - (told.answer.headroom_bytes ?? 0)) });
          if ((column.at(-1)?.share ?? 0) > 1) break;  // more only needs more
        }
        setCells((before) => [...before, ...column]);
      }
    };
    void weigh();
    return () => ending.abort();
  }, [machine, weights, model, tp, contexts]);
  const label = say("context_by_batch", model, machine);
  const options = () => ({
    height: 260,
    marginLeft: 56,
    marginBottom: 44,
    padding: 0.05,
    x: { type: "band" as const, domain: contexts, label: say("context_length"), tickFormat: (value: number) => `${value / kilo}k` },
    y: { type: "band" as const, domain: batches.toReversed(), label: say("at_once") },
    opacity: { type: "identity" as const },
    marks: [
      Plot.cell(cells.filter((each) => each.share <= 1), { x: "context", y: "batch", fill: "var(--accent)", fillOpacity: (each: Cell) => 0.55 * each.share, title: (each: Cell) => `${each.context / kilo}k × ${each.batch}: ${units.percent(each.share, lang)}` }),
      Plot.text(cells, { x: "context", y: "batch", text: (each: Cell) => (each.share <= 1 ? units.percent(each.share, lang) : "×"), fill: "currentColor" }),
    ],
  });
  return (
    <figure>
      <figcaption>
        {label} <span class="aside">{say("share_of_usable")}</span>
      </figcaption>
      <Chart label={label} options={options} of={[cells.length, lang, model, machine]} />
    </figure>
  );
}
