// All that is typed and chosen stands in the address, behind the #: a link is the same page for whoever opens it. A
// config.json that was dropped stays with whoever dropped it.

export type Language = "en" | "ja";
/** In the order in which they are offered. */
export const views = ["plan", "read", "compare", "fit", "catalogue", "accuracy", "learn"] as const;
export const themes = ["auto", "light", "dark"] as const;
export const currencies = ["USD", "JPY"] as const;
export type Currency = (typeof currencies)[number];
export type View = (typeof views)[number];
export type Theme = (typeof themes)[number];
export type Job = "train" | "serve";

export interface State {
  readonly view: View;
  readonly lang: Language;
  readonly theme: Theme;
  readonly job: Job;
  /** What sums are shown in; of another than dollars how many of it a dollar is, and tax in percent, as typed. */
  readonly currency: Currency;
  readonly rate: string;
  readonly tax: string;
  /** Keys of a question, as typed. */
  readonly asked: Readonly<Record<string, string>>;
  /** Rank of the plan that is looked at; 0: the recommended one. */
  readonly rank: number;
}

const one_of = <Value extends string>(values: readonly Value[], text: string | null, usual: Value): Value =>
  values.find((value) => value === text) ?? usual;

export function read_state(hash: string, languages: readonly string[]): State {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const usual_language = languages[0]?.startsWith("ja") ? "ja" : "en";
  const asked = new Map<string, string>();
  for (const [key, value] of given) {
    if (key.startsWith("q.")) asked.set(key.slice(2), value);
  }
  const rank = Number(given.get("rank") ?? 0);
  return {
    view: one_of(views, given.get("view"), "plan"),
    lang: one_of(["en", "ja"] as const, given.get("lang"), usual_language),
    theme: one_of(themes, given.get("theme"), "auto"),
    job: one_of(["train", "serve"] as const, given.get("job"), "train"),
    currency: one_of(currencies, given.get("currency"), "USD"),
    rate: given.get("rate") ?? "",
    tax: given.get("tax") ?? "",
    asked: Object.fromEntries(asked),
    rank: Number.isInteger(rank) && rank > 0 ? rank : 0,
  };
}

export function hash_of(state: State): string {
  const told = new URLSearchParams({ view: state.view, lang: state.lang });
  if (state.theme !== "auto") told.set("theme", state.theme);
  if (state.currency !== "USD") {
    told.set("currency", state.currency);
    for (const key of ["rate", "tax"] as const) if (state[key] !== "") told.set(key, state[key]);
  }
  if (state.view === "plan" || state.view === "compare") told.set("job", state.job);
  if (state.view !== "accuracy" && state.view !== "learn") {
    for (const [key, value] of Object.entries(state.asked)) told.set(`q.${key}`, value); // empty: cleared
    if (state.rank > 0) told.set("rank", String(state.rank));
  }
  return `#${told}`;
}
