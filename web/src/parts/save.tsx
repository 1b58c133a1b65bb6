// Small buttons that save what is shown as a file. Nothing is sent anywhere: the file is made in the tab.
import { picture_of, png_of, svg_text, type Picture } from "./picture";

interface SaveProps {
  /** Its ending, in capitals on the button. */
  readonly kind: "svg" | "png" | "csv" | "json";
  readonly label: string;
  readonly onSave: (button: Element) => void;
}

export function SaveButton({ kind, label, onSave }: SaveProps) {
  const shown = kind.toUpperCase();
  return (
    <button type="button" aria-label={`${shown}: ${label}`} onClick={(event) => onSave(event.currentTarget)}>
      ↓ {shown}
    </button>
  );
}

export function save(name: string, kind: SaveProps["kind"], content: Blob | string) {
  save_as(`${name.toLowerCase().replaceAll(/[^\p{L}\p{N}.]+/gu, "-").replaceAll(/^-|-$/g, "").slice(0, longest_name)}.${kind}`, types[kind], content);
}

/** By the name as it is; of a general `type` no browser adds to it. */
export function save_as(name: string, type: string, content: Blob | string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type }) : content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), kept_ms);
}

const types = { svg: "image/svg+xml", png: "image/png", csv: "text/csv", json: "application/json" } as const;
const longest_name = 60;
const kept_ms = 60_000; // some browsers read it only when they have asked where to

/** Of the figure that they stand in. */
export function SavePicture({ label }: { label: string }) {
  const with_picture = (button: Element, take: (picture: Picture) => void) => {
    const figure = button.closest("figure");
    const picture = figure && picture_of(figure);
    if (picture) take(picture);
  };
  return (
    <div class="save">
      <SaveButton kind="svg" label={label} onSave={(button) => with_picture(button, (picture) => save(picture.name, "svg", svg_text(picture)))} />
      <SaveButton kind="png" label={label} onSave={(button) => with_picture(button, (picture) => void png_of(picture).then((png) => save(picture.name, "png", png)))} />
    </div>
  );
}
