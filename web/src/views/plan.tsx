// Form of a question, and the plans that answer it.
import { useMemo, useRef, useState } from "preact/hooks";
import { useAnswer } from "../parts/answer";
import { CopyButton } from "../parts/copy";
import { read_json, type JsonFile } from "../parts/files";
import { KnownPlans } from "../parts/known";
import { demand_of, figure_of, file_of, layout_in_short, plans_of, recommended_of, replicas_of, type AnyPlan, type PlanFile } from "../parts/plans";
import { Refusal } from "../parts/refusal";
import type { ViewProps } from "../parts/view";
import { command_of, plan_question, replica_question, said_in } from "../questions";
import type { Job, State } from "../state";
import * as units from "../units";
import type { Say } from "../words";
import { ByToken, Costs, price_in_words } from "./bought";
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
  const known = useRef(new KnownPlans()).current;
  const found = useMemo(() => {
    if (of && reply?.kind === "answer") known.add(of, reply.answer);
    return of === question ? undefined : known.under(question);
  }, [reply, of, question]);
  // While the next answer is on its way, what is known of it is shown, or that of the question before as what it was.
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
  // The form and the shown plans are kept: progress of the next answer changes neither.
  const form = useMemo(
    () => (
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
    ),
    [state, say, models, families, dropped],
  );
  const plans = useMemo(
    () => <Plans {...{ found, dropped, engine, say, instances, change }} answer={reply?.kind === "answer" ? reply.answer : undefined} state={answered} />,
    [found, reply, of, state, say, instances, dropped],
  );
  return (
    <div class="plan" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      {form}
      <section class="answer" aria-busy={share !== undefined}>
        <progress max={1} value={share ?? 0} hidden={share === undefined} aria-label={say("working")} />
        {refused && <p class="refusal">{refused}</p>}
        <p class="aside" role="status">
          {!reply && `${say("starting")}…`}
          {found && say("so_far", units.count(plans_of(found).length, lang))}
          {!found && reply?.kind === "answer" && say("took", units.seconds(reply.took_ms / 1000, lang), units.count(Number(reply.answer.evaluated_layouts), lang))}
        </p>
        {!found && reply?.kind === "refusal" && <Refusal say={say} message={reply.message} of={of} />}
        {plans}
      </section>
    </div>
  );
}

interface PlansProps extends Omit<ViewProps, "models"> {
  /** The answer, or what is known of it so far: what further questions are about is that of the answer before then. */
  readonly answer: PlanFile | undefined;
  readonly found: PlanFile | undefined;
  readonly dropped: JsonFile | undefined;
}

function Plans({ answer, found, ...given }: PlansProps) {
  const { state, say, change, dropped } = given;
  const { job, lang } = state;
  const file = found ?? answer;
  if (!file) return null;
  const plans = plans_of(file);
  const recommended = recommended_of(file);
  const plan = found ? recommended : picked_of(file, state);
  if (!plan || !recommended) return null;
  const common = { job, lang, say };
  const label = found ? say("best_so_far") : plan === recommended ? say("recommended") : `#${plan.rank}`;
  const waits = found !== undefined;
  return (
    <>
      <Headline {...common} plan={plan} state={state} dropped={dropped?.name} label={label} />
      <PlanTable {...common} plans={plans} picked={plan.rank} onPick={(rank) => waits || change({ rank })} file={waits ? undefined : file} />
      {!waits && file.regions && <Costs {...common} by="region" plan={recommended} costs={file.regions} onAsk={about(given).onAsk} />}
      {!waits && file.bought_otherwise && <Costs {...common} by="price" plan={recommended} costs={file.bought_otherwise} onAsk={about(given).onAsk} />}
      {!waits && "api" in file && file.api && <ByToken {...{ lang, say, plans }} api={file.api} />}
      {answer && (
        <div class="more" hidden={waits}>
          <WhyNot {...given} {...about(given)} plans={plans_of(answer)} recommended={recommended_of(answer) ?? plan} config={dropped?.json} />
        </div>
      )}
      <div class="pictures">
        <Scatter {...common} plans={plans} picked={plan.rank} />
        <MemoryStack {...common} plan={plan} />
        <StepStack {...common} plan={plan} />
        {!waits && <AskedPictures {...given} file={file} plan={plan} />}
      </div>
      {!waits && (
        <ul class="notes">
          {[...file.notes, ...plan.notes].map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {answer && (
        <div class="more" hidden={waits}>
          <Further {...given} file={answer} plan={picked_of(answer, state) ?? plan} />
        </div>
      )}
    </>
  );
}

const picked_of = (file: PlanFile, { rank }: State) => plans_of(file).find((each) => each.rank === rank) ?? recommended_of(file);

/** What sections of further questions are given. */
const about = ({ engine, state, say, change }: Pick<ViewProps, "engine" | "state" | "say" | "change">) => ({
  ...{ engine, state, say },
  onAsk: (field: string, value: string) => change({ asked: { ...state.asked, [field]: value } }),
});

interface OfOneProps extends Omit<ViewProps, "models"> {
  readonly file: PlanFile;
  readonly plan: AnyPlan;
  readonly dropped: JsonFile | undefined;
}

function useAlone({ state, file, plan }: OfOneProps) {
  const alone = useMemo(() => file_of(file, plan), [file, plan]);
  const in_flight = demand_of(file)?.concurrency ?? null;
  const replica = useMemo(() => replica_question(state.lang, alone, replicas_of(plan), in_flight), [state.lang, alone]);
  return { alone, replica };
}

/** Of which the engine is asked. */
function AskedPictures(given: OfOneProps) {
  const { engine, state, say, file, plan } = given;
  const { alone, replica } = useAlone(given);
  const common = { engine, say, lang: state.lang };
  const demand = demand_of(file);
  return (
    <>
      <ClusterView {...common} plan={plan} file={alone} />
      {state.job === "serve" && (
        <>
          <LoadCurve {...common} {...{ plan, demand }} file={alone} />
          <Percentiles {...common} {...{ plan, demand }} file={alone} />
          <Replica {...common} question={replica} />
        </>
      )}
    </>
  );
}

function Further(given: OfOneProps) {
  const { engine, state, say, instances, change, dropped, file, plan } = given;
  const { alone, replica } = useAlone(given);
  const common = { engine, say, lang: state.lang };
  const further = about(given);
  return (
    <>
      <WhatIf {...further} config={dropped?.json} />
      {state.job === "serve" && <FollowLoad {...{ engine, state, say, plan }} config={dropped?.json} />}
      <PlanBeside {...further} {...{ file, plan, alone }} plans={plans_of(file)} />
      {state.job === "train" ? <Timeline {...common} file={alone} /> : <Requests {...common} question={replica} />}
      <Derivation {...common} file={alone} />
      <Measure {...common} file={alone} instance={plan.instance} />
      <LaunchFiles {...further} {...{ plan, alone, instances }} onHold={(held) => change({ asked: { ...state.asked, held }, rank: 0 })} />
    </>
  );
}

interface HeadlineProps {
  readonly state: State;
  readonly say: Say;
  readonly plan: AnyPlan;
  readonly dropped: string | undefined;
  readonly label: string;
}

function Headline({ state, say, plan, dropped, label }: HeadlineProps) {
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
      <p class="aside">{label}</p>
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
      <p class="aside">{price_in_words(plan, lang, say)}</p>
    </header>
  );
}
