// The page: what is looked at stands in its address, what is asked goes to the engine.
import { render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Instance } from "./api/instance_list";
import type { ListedModel } from "./api/model_list";
import { Engine } from "./engine/engine";
import { hash_of, read_state, type State, type View } from "./state";
import "./style.css";
import { AccuracyView } from "./views/accuracy";
import { CatalogueView } from "./views/catalogue";
import { CompareView } from "./views/compare";
import { FitView } from "./views/fit";
import { PlanView } from "./views/plan";
import { sayer } from "./words";

const engine = new Engine(new URL("./engine/hakaru.wasm", document.baseURI));
const now = () => read_state(location.hash, navigator.languages);

function Page() {
  const [state, setState] = useState(now);
  const [models, setModels] = useState<readonly string[]>([]);
  const [instances, setInstances] = useState<readonly Instance[]>([]);
  const say = useMemo(() => sayer(state.lang), [state.lang]);
  const change = (part: Partial<State>) => {
    const next = { ...state, ...part };
    history.replaceState(null, "", hash_of(next));
    setState(next);
  };
  useEffect(() => {
    const read = () => setState(now());
    addEventListener("hashchange", read);
    void engine.ask<readonly Instance[]>({ question: "instance_list" }).then((told) => {
      if (told.kind === "answer") setInstances(told.answer);
    });
    void engine.ask<readonly ListedModel[]>({ question: "model_list" }).then((told) => {
      if (told.kind === "answer") setModels(told.answer.map((each) => each.model));
    });
    return () => removeEventListener("hashchange", read);
  }, []);
  useEffect(() => {
    document.documentElement.lang = state.lang;
    document.documentElement.dataset["theme"] = state.theme;
  }, [state.lang, state.theme]);
  const families = useMemo(() => [...new Set(instances.map((each) => each.family))].sort(), [instances]);
  const { lang } = state;
  return (
    <>
      <header class="top">
        <h1>
          hakaru <small lang="ja">はかる</small>
        </h1>
        <p class="aside">{say("tagline")}</p>
        <nav>
          {(["plan", "compare", "fit", "catalogue", "accuracy"] as const).map((view: View) => (
            <a key={view} href={hash_of({ ...state, view, asked: view === state.view ? state.asked : {}, rank: 0 })} aria-current={state.view === view ? "page" : undefined}>
              {say(view)}
            </a>
          ))}
        </nav>
        <div class="settings">
          <button type="button" lang={lang === "ja" ? "en" : "ja"} onClick={() => change({ lang: lang === "ja" ? "en" : "ja" })}>
            {lang === "ja" ? "English" : "日本語"}
          </button>
          <select aria-label={say("theme")} value={state.theme} onChange={(event) => change({ theme: event.currentTarget.value as State["theme"] })}>
            {(["auto", "light", "dark"] as const).map((theme) => (
              <option key={theme} value={theme}>
                {say(theme)}
              </option>
            ))}
          </select>
        </div>
      </header>
      <main>
        {state.view === "plan" && <PlanView {...{ engine, state, say, models, families, instances, change }} />}
        {state.view === "compare" && <CompareView {...{ engine, state, say, models, instances, change }} />}
        {state.view === "fit" && <FitView {...{ engine, state, say, instances, change }} />}
        {state.view === "catalogue" && <CatalogueView {...{ instances, lang, say }} />}
        {state.view === "accuracy" && <AccuracyView {...{ engine, lang, say }} />}
      </main>
    </>
  );
}

const place = document.getElementById("page");
if (place) render(<Page />, place);

/** From a second visit on the page needs no network. */
async function keep_offline() {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("./offline.js");
  navigator.serviceWorker.onmessage = () => (document.documentElement.dataset["offline"] = "kept");
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const ours = loaded.filter((name) => name.startsWith(location.origin));
  active?.postMessage([...new Set(["./", ...ours, "./engine/hakaru.js", "./engine/hakaru.wasm"])]);
}
void keep_offline().catch(() => undefined); // where it is forbidden the page works as before
