// A plan's machine under somebody's own requests, as many of it as the load needs at any time: what that costs, and how
// load and replicas go.
import * as Plot from "@observablehq/plot";
import { useMemo, useState } from "preact/hooks";
import type { PlanServeAnswer } from "../api/plan_serve";
import type { SimulateServeAnswer } from "../api/simulate_serve";
import type { Engine } from "../engine/engine";
import { useCurrentAnswer } from "../parts/answer";
import { Chart } from "../parts/chart";
import { FileOpener } from "../parts/field";
import { read_text, type TextFile } from "../parts/files";
import { Legend } from "../parts/legend";
import { recommended_of, type AnyPlan, type ServePlan } from "../parts/plans";
import { time_axis } from "../parts/span";
import { follow_question, said_in } from "../questions";
import type { Language, State } from "../state";
import * as units from "../units";
import type { Say } from "../words";

interface Props {
  readonly engine: Engine;
  readonly state: State;
  readonly say: Say;
  readonly config: unknown;
  readonly plan: AnyPlan;
}

type Look = NonNullable<SimulateServeAnswer["scaling"]>["looks"][number];

const most_megabytes = 50; // a day of ten requests a second

export function FollowLoad({ engine, state, say, config, plan }: Props) {
  const { lang } = state;
  const [read, setRead] = useState<TextFile | string>();
  const file = typeof read === "object" ? read : undefined;
  const question = useMemo(() => file && follow_question(state, config, plan, file.text), [file, lang, said_in(state), config, plan]);
  const { reply } = useCurrentAnswer<PlanServeAnswer>(engine, question);
  const planned = reply?.kind === "answer" ? reply.answer : undefined;
  const best = planned && (recommended_of(planned) as ServePlan | undefined);
  const follows = best?.scaling !== undefined;
  const again = useMemo(() => (follows && file ? { question: "simulate_serve", lang, plan: planned, requests: file.text } : undefined), [planned]);
  const simulated = useCurrentAnswer<SimulateServeAnswer>(engine, again).reply;
  const looks = simulated?.kind === "answer" ? simulated.answer.scaling?.looks : undefined;
  const refused = [reply, simulated].find((each) => each?.kind === "refusal");
  return (
    <section class="further">
      <h3>
        {say("follow_load")} <small>{say("follow_load_hint")}</small>
      </h3>
      {file && (
        <button type="button" class="dropped" aria-label={say("leave_out", file.name)} onClick={() => setRead(undefined)}>
          {file.name} ×
        </button>
      )}
      <FileOpener label={say("open_requests")} accept=".csv,.jsonl" onFile={(opened) => void read_text(opened, most_megabytes, "not_requests", say).then(setRead)} />
      {typeof read === "string" && <p class="refusal">{read}</p>}
      {((question && !reply) || (again && !simulated)) && <p class="aside">{say("working")}…</p>}
      {refused?.kind === "refusal" && <p class="refusal">{refused.message}</p>}
      {best && !follows && <p>{say("followed_none")}</p>}
      {best?.scaling && <Told {...{ lang, say, best }} scaling={best.scaling} />}
      {looks && looks.length > 1 && <Looks {...{ lang, say, looks }} />}
    </section>
  );
}

function Told({ lang, say, best, scaling }: { lang: Language; say: Say; best: ServePlan; scaling: NonNullable<ServePlan["scaling"]> }) {
  const fixed = best.usd_per_h == null ? "–" : units.money(best.usd_per_h, lang);
  const followed = scaling.usd_per_h == null ? "–" : units.money(scaling.usd_per_h, lang);
  return (
    <p>
      {say("followed", scaling.min_replicas, scaling.max_replicas, scaling.scale_at, followed, fixed, best.instances)}{" "}
      {say("warms_up", units.seconds(scaling.warm_up_s, lang), units.seconds(scaling.ttft_s, lang), units.seconds(scaling.tpot_s, lang))}
    </p>
  );
}

function Looks({ lang, say, looks }: { lang: Language; say: Say; looks: readonly Look[] }) {
  const common = { marginLeft: 48, x: time_axis({ from_s: 0, to_s: looks.at(-1)?.time_s ?? 0 }, lang) };
  const line = (figure: keyof Look, stroke: string) => Plot.lineY(looks, { x: "time_s", y: figure, stroke, strokeWidth: 1.5, curve: "step-after" });
  const figure = (height: number, label: string, lines: readonly Plot.Markish[]) => () => (
    { ...common, height, y: { label, ticks: 4, grid: true, zero: true }, marks: [...lines] }
  );
  const label = say("follow_load");
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <Chart label={`${label}: ${say("requests_at_once")}`} options={figure(150, say("requests_at_once"), [line("requests", "var(--accent)")])} of={[looks, lang]} />
      <Chart label={`${label}: ${say("replicas")}`} options={figure(150, say("replicas"), [line("replicas", "var(--muted)"), line("serving", "var(--accent)")])} of={[looks, lang]} />
      <Legend parts={[{ part: say("replicas_serving"), color: "var(--accent)" }, { part: say("replicas_paid"), color: "var(--muted)" }]} />
    </figure>
  );
}
