// Form of a job, in words that people know; the rest takes its default.
import { ChoiceField, FileOpener, SliderField, TextField } from "../parts/field";
import { any_family, held_in, held_in_address, said_of } from "../questions";
import type { Job, State } from "../state";
import type { Say } from "../words";
import { BoughtFields } from "./bought";

interface Props {
  readonly state: State;
  readonly say: Say;
  readonly models: readonly string[];
  /** undefined: machines are chosen elsewhere, and nothing is limited. */
  readonly families: readonly string[] | undefined;
  readonly dropped: string | undefined;
  readonly onAsk: (field: string, value: string) => void;
  readonly onJob: (job: Job) => void;
  readonly onForget: () => void;
  /** undefined: no file is taken. */
  readonly onFile?: (file: File) => void;
}

const counts = ["", "1", "2", "4", "8", "16", "32", "64", "128", "256"];
const ttfts = ["", "200ms", "500ms", "1s", "2s", "5s", "10s"];
const tpots = ["", "10ms", "20ms", "30ms", "50ms", "100ms", "200ms"];
const deadlines = ["", "12h", "1d", "3d", "7d", "14d", "30d", "60d", "90d", "180d", "365d"];
const budgets = ["", "$1k", "$10k", "$30k", "$100k", "$300k", "$1M", "$3M", "$10M", "$30M"];
const recipes = ["bf16", "fp8", "fp16", "bf16-sr", "fp32"];

export function PlanForm({ state, say, models, families, dropped, onAsk, onJob, onForget, onFile }: Props) {
  const value = (field: string) => said_of(state, field);
  const held = held_in(state);
  const text = (field: "tokens" | "sequence_length" | "global_batch" | "users" | "rate", hint = "") => (
    <TextField label={say(field)} value={value(field)} hint={hint} onChange={(typed) => onAsk(field, typed)} />
  );
  const slider = (field: "max_instances" | "ttft" | "tpot" | "deadline" | "budget", places: readonly string[], unsaid: "none" | "usual" = "none") => (
    <SliderField label={say(field)} places={places} value={value(field)} shown={(text) => (text === "" ? say(unsaid) : text)} onChange={(at) => onAsk(field, at)} />
  );
  return (
    <form class="asked" onSubmit={(event) => event.preventDefault()}>
      <div class="jobs" role="group">
        {(["train", "serve"] as const).map((job) => (
          <button type="button" key={job} aria-pressed={state.job === job} onClick={() => onJob(job)}>
            {say(job)}
          </button>
        ))}
      </div>
      {dropped === undefined ? (
        <div>
          <TextField
            label={say("model")}
            value={value("model")}
            hint={say("model_hint")}
            choices={models}
            onChange={(typed) => onAsk("model", typed)}
          />
          {onFile && <FileOpener label={say("open_config")} onFile={onFile} />}
        </div>
      ) : (
        <div class="field">
          <span>{say("model")}</span>
          <button type="button" class="dropped" onClick={onForget}>
            {dropped} ×
          </button>
        </div>
      )}
      {state.job === "train" ? (
        <>
          {text("tokens")}
          {text("sequence_length", say("usual"))}
          {text("global_batch", say("usual"))}
          <ChoiceField
            label={say("precision")}
            value={value("precision")}
            choices={[["", say("usual")], ...recipes.map((recipe) => [recipe, recipe] as const)]}
            onChange={(typed) => onAsk("precision", typed)}
          />
        </>
      ) : (
        <>
          {text("users")}
          {text("rate", "5/s")}
          {slider("ttft", ttfts, "usual")}
          {slider("tpot", tpots, "usual")}
        </>
      )}
      {families && (
        <>
          <ChoiceField
            label={say("family")}
            value={value("family")}
            choices={[[any_family, say("any")], ...families.map((family) => [family, family] as const)]}
            onChange={(typed) => onAsk("family", typed)}
          />
          {slider("max_instances", counts)}
          {state.job === "train" && slider("deadline", deadlines)}
          {slider("budget", budgets)}
          <ChoiceField
            label={say("objective")}
            value={value("objective")}
            choices={[["", say("cost")], ["time", say("time")], ["energy", say("energy")]]}
            onChange={(typed) => onAsk("objective", typed)}
          />
          <BoughtFields {...{ state, say, onAsk }} />
          {held.length > 0 && (
            <div class="field">
              <span>{say("layout")}</span>
              {held.map(([part, chosen]) => (
                <button type="button" class="dropped" key={part} onClick={() => onAsk("held", held_in_address(held.filter(([each]) => each !== part)))}>
                  {part} {chosen} ×
                </button>
              ))}
            </div>
          )}
        </>
      )}
    </form>
  );
}
