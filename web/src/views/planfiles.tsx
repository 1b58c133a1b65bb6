// Two plan files, dropped or chosen, side by side. They stay with whoever chose them.
import { useState } from "preact/hooks";
import type { Engine } from "../engine/engine";
import { Field } from "../parts/field";
import { read_json, type JsonFile } from "../parts/files";
import type { Language } from "../state";
import type { Say } from "../words";
import { PlanDifference } from "./plandiff";

const largest_plan_megabytes = 20;

export function PlanFiles({ engine, lang, say }: { engine: Engine; lang: Language; say: Say }) {
  const [files, setFiles] = useState<readonly JsonFile[]>([]);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const take = async (chosen: Iterable<File>) => {
    const read = await Promise.all([...chosen].map((file) => read_json(file, largest_plan_megabytes, "not_a_plan", say)));
    setRefused(read.filter((each) => typeof each === "string"));
    setFiles((before) => [...before, ...read.filter((each) => typeof each !== "string")].slice(-2));
  };
  const taken = (input: HTMLInputElement) => {
    const chosen = [...(input.files ?? [])];
    input.value = ""; // the same files may be chosen again
    void take(chosen);
  };
  const [one, other] = files;
  return (
    <section
      class="answer dropping"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void take(event.dataTransfer?.files ?? []);
      }}
    >
      <div class="asked narrow">
        <Field label={say("two_plan_files")}>
          {(id) => <input id={id} type="file" accept=".json,application/json" multiple onChange={(event) => taken(event.currentTarget)} />}
        </Field>
      </div>
      {refused.map((each) => (
        <p class="refusal" key={each}>
          {each}
        </p>
      ))}
      {files.length > 0 && (
        <div class="machines">
          {files.map((file, at) => (
            <button type="button" class="dropped" key={at} aria-label={say("leave_out", file.name)} onClick={() => setFiles(files.filter((each) => each !== file))}>
              {file.name} ×
            </button>
          ))}
        </div>
      )}
      {one && other ? (
        <PlanDifference {...{ engine, lang, say }} plans={[one.json, other.json]} names={[one.name, other.name]} />
      ) : (
        <p class="aside">{say(one ? "one_more_plan" : "plan_files_hint")}</p>
      )}
    </section>
  );
}
