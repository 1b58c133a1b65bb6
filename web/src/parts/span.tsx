// Part of a simulated time that is drawn: two sliders, for its length and its start.
import { useState } from "preact/hooks";
import type { Language } from "../state";
import * as units from "../units";
import type { Say } from "../words";
import { Field } from "./field";

export interface Span {
  readonly from_s: number;
  readonly to_s: number;
}

const places = 1000; // of a slider
const most_zoomed = 0.01; // of the whole

/** `shown`: the share of the whole that is drawn at first. */
export function useSpan(whole_s: number, shown = 1) {
  const [zoom, setZoom] = useState(Math.min(places, Math.round((places * Math.log(shown)) / Math.log(most_zoomed))));
  const [from, setFrom] = useState(0);
  const shown_s = whole_s * most_zoomed ** (zoom / places);
  const from_s = ((whole_s - shown_s) * from) / places;
  return { span: { from_s, to_s: from_s + shown_s }, zoom, setZoom, from, setFrom };
}

interface Props {
  readonly lang: Language;
  readonly say: Say;
  readonly of: ReturnType<typeof useSpan>;
}

export function SpanSliders({ lang, say, of }: Props) {
  const { from_s, to_s } = of.span;
  return (
    <div class="asked wide">
      <Place label={say("zoom")} value={of.zoom} told={units.seconds(to_s - from_s, lang)} onChange={of.setZoom} />
      <Place label={say("from")} value={of.from} told={units.seconds(from_s, lang)} onChange={of.setFrom} />
    </div>
  );
}

function Place({ label, value, told, onChange }: { label: string; value: number; told: string; onChange: (value: number) => void }) {
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          type="range"
          min={0}
          max={places}
          value={value}
          aria-valuetext={told}
          onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
        />
      )}
    </Field>
  );
}

/** The axis of a picture of it. */
export function time_axis({ from_s, to_s }: Span, lang: Language) {
  return { domain: [from_s, to_s], ticks: 5, tickFormat: (at_s: number) => units.moment(at_s, to_s - from_s, lang), label: null };
}
