// One thing that can be said of a question: its label, and where it is typed, chosen or dragged.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface FieldProps {
  readonly label: string;
  readonly children: (id: string) => ComponentChildren;
}

export function Field({ label, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  );
}

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly choices?: readonly string[];
  readonly onChange: (value: string) => void;
}

export function TextField({ label, value, hint = "", choices, onChange }: TextProps) {
  return (
    <Field label={label}>
      {(id) => (
        <>
          <input
            id={id}
            type="text"
            value={value}
            placeholder={hint}
            spellcheck={false}
            autocomplete="off"
            list={choices ? `${id}-choices` : undefined}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          {choices && (
            <datalist id={`${id}-choices`}>
              {choices.map((choice) => (
                <option key={choice} value={choice} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

interface AreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Of several lines. */
export function AreaField({ label, value, onChange }: AreaProps) {
  return (
    <Field label={label}>
      {(id) => <textarea id={id} rows={area_rows} value={value} spellcheck={false} autocomplete="off" onInput={(event) => onChange(event.currentTarget.value)} />}
    </Field>
  );
}

const area_rows = 8;

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, shown: string])[];
  readonly onChange: (value: string) => void;
}

export function ChoiceField({ label, value, choices, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {choices.map(([each, shown]) => (
            <option key={each} value={each}>
              {shown}
            </option>
          ))}
          {choices.every(([each]) => each !== value) && <option value={value}>{value}</option>}
        </select>
      )}
    </Field>
  );
}

interface SliderProps {
  readonly label: string;
  /** Its places; the first stands for nothing said. */
  readonly places: readonly string[];
  readonly value: string;
  readonly shown: (value: string) => string;
  readonly onChange: (value: string) => void;
}

export function SliderField({ label, places: usual, value, shown, onChange }: SliderProps) {
  const places = usual.includes(value) ? usual : [...usual, value]; // that a link says
  const at = places.indexOf(value);
  return (
    <Field label={label}>
      {(id) => (
        <div class="slider">
          <input
            id={id}
            type="range"
            min={0}
            max={places.length - 1}
            value={at}
            aria-valuetext={shown(places[at] ?? "")}
            onInput={(event) => onChange(places[event.currentTarget.valueAsNumber] ?? "")}
          />
          <output for={id}>{shown(places[at] ?? "")}</output>
        </div>
      )}
    </Field>
  );
}

interface OpenerProps {
  readonly label: string;
  readonly accept?: string;
  readonly onFile: (file: File) => void;
}

/** For whoever drags nothing. */
export function FileOpener({ label, accept = ".json", onFile }: OpenerProps) {
  const opened = (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (file) onFile(file);
    input.value = ""; // the same file may be opened again
  };
  return (
    <label class="opener">
      {label}
      <input type="file" accept={accept} onChange={(event) => opened(event.currentTarget)} />
    </label>
  );
}
