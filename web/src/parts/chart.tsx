// A figure drawn by Observable Plot, as wide as there is room, in the page's own colours.
import * as Plot from "@observablehq/plot";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { money_key } from "../units";
import { SavePicture } from "./save";

export interface ChartProps {
  readonly label: string;
  readonly options: (width: number) => Plot.PlotOptions;
  /** Drawn anew when one of these changes. */
  readonly of: readonly unknown[];
}

const widest = 880;

/** Of the room that an element has, in pixels; 0 before it is known. */
export function useWidth(): readonly [place: RefObject<HTMLDivElement>, width: number] {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const room = place.current;
    if (!room) return;
    const watcher = new ResizeObserver(() => setWidth(Math.min(widest, Math.floor(room.clientWidth))));
    watcher.observe(room);
    return () => watcher.disconnect();
  }, []);
  return [place, width];
}

export function Chart({ label, options, of }: ChartProps) {
  const [place, width] = useWidth();
  useLayoutEffect(() => { // in one frame with the figures around it
    if (width === 0) return;
    const figure = Plot.plot({ style: { background: "none", color: "inherit" }, ...options(width), width });
    figure.querySelector("style")?.remove(); // answers.css has it: a new sheet has the whole document styled anew
    // One picture with one name: what its marks are called is for people who draw it.
    for (const mark of figure.querySelectorAll("[aria-label], [aria-description]")) {
      mark.removeAttribute("aria-label");
      mark.removeAttribute("aria-description");
    }
    figure.setAttribute("role", "img");
    figure.setAttribute("aria-label", label);
    place.current?.replaceChildren(figure);
  }, [width, label, money_key(), ...of]);
  return (
    <>
      <div class="chart" ref={place} />
      <SavePicture label={label.split(":", 1)[0] ?? label} />
    </>
  );
}
