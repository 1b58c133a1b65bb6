// What is asked, and the plans that answer it.
import { useMemo, useState } from "preact/hooks";
import type { Reply } from "../engine/engine";
import { useAnswer } from "../parts/answer";
import { CopyButton } from "../parts/copy";
import { read_json, type JsonFile } from "../parts/files";
import { demand_of, figure_of, file_of, layout_in_short, plans_of, recommended_of, replicas_of, type AnyPlan, type PlanFile } from "../parts/plans";
import { Refusal } from "../parts/refusal";
import type { ViewProps } from "../parts/view";
import { command_of, plan_question, replica_question, said_in } from "../questions";
import type { Job, State } from "../state";
import * as units from "../units";
import type { Say } from "../words";
import { ClusterView } from "./cluster";
import { Derivation } from "./derivation";
import { FollowLoad } from "./followload";
import { LaunchFiles } from "./launchfiles";
import { LoadCurve } from "./load";
import { Measure } from "./measure";
import { MemoryStack, Scatter, StepStack } from "./plancharts";
import { PlanBeside } from "./planbeside";
import { PlanForm } from "./planform";
import { Percentiles } from "./percentiles";
import { Replica } from "./replica";
import { Requests } from "./requests";
import { Timeline } from "./timeline";
import { PlanTable, band_in_percent, evidence_of } from "./plantable";
import { WhatIf } from "./whatif";
import { WhyNot } from "./whynot";

const largest_config_megabytes = 1;

export function PlanView({ engine, state, say, models, instances, change }: ViewProps) {
  const families = useMemo(() => [...new Set(instances.map((each) => each.family))].sort(), [instances]);
  const [dropped, setDropped] = useState<JsonFile>();
  const [refused, setRefused] = useState<string>();
  const question = useMemo(() => plan_question(state, dropped?.json), [state.job, state.lang, said_in(state), dropped]);
  const { reply, of, share } = useAnswer<PlanFile>(engine, question);
  // While the next answer is on its way, that of the question before is shown as what it was.
  const answered: State = { ...state, job: of?.question === "plan_serve" ? "serve" : "train" };

  const { lang } = state;
  const ask = (field: string, value: string) => change({ asked: { ...state.asked, [field]: value }, rank: 0 });
  const take = async (file: File) => {
    const found = await read_json(file, largest_config_megabytes, "not_a_model", say);
    setRefused(typeof found === "string" ? found : undefined);
    if (typeof found !== "string") setDropped(found);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void take(file);
  };
  return (
    <div class="plan" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <PlanForm
        state={state}
        say={say}
        models={models}
        families={families}
        dropped={dropped?.name}
        onAsk={ask}
        onJob={(job: Job) => change({ job, asked: {}, rank: 0 })}
        onForget={() => setDropped(undefined)}
        onFile={(file) => void take(file)}
      />
      <section class="answer" aria-busy={share !== undefined}>
        <progress max={1} value={share ?? 0} hidden={share === undefined} aria-label={say("working")} />
        {refused && <p class="refusal">{refused}</p>}
        <p class="aside" role="status">
          {!reply && `${say("starting")}…`}
          {reply?.kind === "answer" && say("took", units.seconds(reply.took_ms / 1000, lang), units.count(Number(reply.answer.evaluated_layouts), lang))}
        </p>
        {reply?.kind === "refusal" && <Refusal say={say} message={reply.message} of={of} />}
        {reply?.kind === "answer" && <Plans {...{ reply, dropped, engine, say, instances, change }} state={answered} />}
      </section>
    </div>
  );
}

interface PlansProps extends Omit<ViewProps, "models"> {
  readonly reply: Extract<Reply<PlanFile>, { kind: "answer" }>;
  readonly dropped: JsonFile | undefined;
}

function Plans({ engine, state, say, instances, change, reply, dropped }: PlansProps) {
  const file = reply.answer;
  const plans = plans_of(file);
  const recommended = recommended_of(file);
  const plan = plans.find((each) => each.rank === state.rank) ?? recommended;
  const alone = useMemo(() => plan && file_of(file, plan), [file, plan]);
  const { job, lang } = state;
  const demand = demand_of(file);
  const replica = useMemo(() => replica_question(lang, alone, plan ? replicas_of(plan) : 1, demand?.users ?? null), [lang, alone]);
  if (!plan || !recommended) return null;
  const common = { job, lang, say };
  const further = { engine, state, say, onAsk: (field: string, value: string) => change({ asked: { ...state.asked, [field]: value } }) };
  return (
    <>
      <Headline {...common} plan={plan} state={state} dropped={dropped?.name} recommended={plan === recommended} />
      <PlanTable {...common} plans={plans} picked={plan.rank} onPick={(rank) => change({ rank })} file={file} />
      <WhyNot {...further} {...{ plans, recommended, instances }} config={dropped?.json} />
      <div class="pictures">
        <Scatter {...common} plans={plans} picked={plan.rank} />
        <MemoryStack {...common} plan={plan} />
        <StepStack {...common} plan={plan} />
        <ClusterView {...{ engine, lang, say, plan }} file={alone} />
        {job === "serve" && (
          <>
            <LoadCurve {...{ engine, lang, say, plan, demand }} file={alone} />
            <Percentiles {...{ engine, lang, say, plan, demand }} file={alone} />
            <Replica {...{ engine, lang, say }} question={replica} />
          </>
        )}
      </div>
      <ul class="notes">
        {[...file.notes, ...plan.notes].map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <WhatIf {...further} config={dropped?.json} />
      {job === "serve" && <FollowLoad {...{ engine, state, say, plan }} config={dropped?.json} />}
      <PlanBeside {...further} {...{ file, plans, plan, alone }} />
      {job === "train" ? <Timeline {...{ engine, lang, say }} file={alone} /> : <Requests {...{ engine, lang, say }} question={replica} />}
      <Derivation engine={engine} lang={lang} say={say} file={alone} />
      <Measure engine={engine} lang={lang} say={say} file={alone} instance={plan.instance} />
      <LaunchFiles {...further} {...{ plan, alone, instances }} onHold={(held) => change({ asked: { ...state.asked, held }, rank: 0 })} />
    </>
  );
}

interface HeadlineProps {
  readonly state: State;
  readonly say: Say;
  readonly plan: AnyPlan;
  readonly dropped: string | undefined;
  readonly recommended: boolean;
}

function Headline({ state, say, plan, dropped, recommended }: HeadlineProps) {
  const { job, lang } = state;
  const money = (figure: string) => {
    const value = figure_of(plan, figure);
    return value === undefined ? "–" : units.money(value, lang);
  };
  const duration_s = figure_of(plan, "duration_s");
  const figures =
    job === "train" ? [duration_s === undefined ? "–" : units.seconds(duration_s, lang), money("cost_usd")] : [say("a_month", money("usd_per_month"))];
  return (
    <header class="headline">
      <p class="aside">{recommended ? say("recommended") : `#${plan.rank}`}</p>
      <h2>
        {plan.instances} × {plan.instance} <small>{layout_in_short(plan)}</small>
      </h2>
      <p class="figures">
        {figures.map((figure) => (
          <b key={figure}>{figure}</b>
        ))}
        <span>{band_in_percent(plan, job, lang)}</span>
        <span>{evidence_of(plan, say)}</span>
        <CopyButton text={command_of(state, dropped)} label={say("copy_command")} say={say} />
      </p>
    </header>
  );
}
