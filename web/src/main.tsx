// The page: what is looked at stands in its address, what is asked goes to the engine.
import { render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Instance } from "./api/instance_list";
import type { ListedModel } from "./api/model_list";
import type { Engine } from "./engine/engine";
import { keep_offline } from "./offline";
import { hash_of, read_state, themes, views, type State, type Theme } from "./state";
import { show_money_in } from "./units";
import { AccuracyView } from "./views/accuracy";
import { CatalogueView } from "./views/catalogue";
import { CompareView } from "./views/compare";
import { CurrencyChoice, CurrencyNote } from "./views/currency";
import { FitView } from "./views/fit";
import { LearnView } from "./views/learn";
import { PlanView } from "./views/plan";
import { ReadCommandView } from "./views/readcommand";
import { sayer } from "./words";

const now = () => read_state(location.hash, navigator.languages);

function Page({ engine }: { engine: Engine }) {
  const [state, setState] = useState(now);
  const [models, setModels] = useState<readonly string[]>([]);
  const [instances, setInstances] = useState<readonly Instance[]>([]);
  const sign = show_money_in(state);
  const say = useMemo(() => sayer(state.lang, sign), [state.lang, sign]);
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
      void keep_offline().catch(() => undefined); // behind all that is waited for; where it is forbidden the page works as before
    });
    return () => removeEventListener("hashchange", read);
  }, []);
  useEffect(() => {
    document.documentElement.lang = state.lang;
    document.documentElement.dataset["theme"] = state.theme;
  }, [state.lang, state.theme]);
  const { lang } = state;
  const given = { engine, state, say, models, instances, change };
  return (
    <>
      <header class="top">
        <h1>
          hakaru <small lang="ja">はかる</small>
        </h1>
        <p class="aside">{say("tagline")}</p>
        <nav>
          {views.map((view) => (
            <a key={view} href={hash_of({ ...state, view, asked: view === state.view ? state.asked : {}, rank: 0 })} aria-current={state.view === view ? "page" : undefined}>
              {say(view)}
            </a>
          ))}
        </nav>
        <div class="settings">
          <CurrencyChoice {...{ state, say, change }} />
          <button type="button" lang={lang === "ja" ? "en" : "ja"} onClick={() => change({ lang: lang === "ja" ? "en" : "ja" })}>
            {lang === "ja" ? "English" : "日本語"}
          </button>
          <select aria-label={say("theme")} value={state.theme} onChange={(event) => change({ theme: event.currentTarget.value as Theme })}>
            {themes.map((theme) => (
              <option key={theme} value={theme}>
                {say(theme)}
              </option>
            ))}
          </select>
        </div>
      </header>
      <main>
        <CurrencyNote {...{ state, say }} />
        {state.view === "plan" && <PlanView {...given} />}
        {state.view === "read" && <ReadCommandView {...given} />}
        {state.view === "compare" && <CompareView {...given} />}
        {state.view === "fit" && <FitView {...given} />}
        {state.view === "catalogue" && <CatalogueView {...given} />}
        {state.view === "accuracy" && <AccuracyView {...{ engine, lang, say }} />}
        {state.view === "learn" && <LearnView {...{ lang, say }} />}
      </main>
    </>
  );
}

export function show(engine: Engine) {
  const place = document.getElementById("page");
  if (place) render(<Page engine={engine} />, place);
}
