// A figure of the page as a picture that stands alone: its colours told as they are seen, its caption and legend within.

const namespace = "http://www.w3.org/2000/svg";
const margin = 16, line_height = 20, swatch = 10;
const sizes = { title: 15, small: 12 } as const;
const narrowest = 360; // that a caption has room

const inherited = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linejoin",
  "font-size", "font-family", "font-weight", "text-anchor", "paint-order",
] as const;

export interface Picture {
  readonly name: string;
  readonly svg: SVGSVGElement;
  readonly width: number;
  readonly height: number;
}

export function picture_of(figure: Element): Picture | undefined {
  const drawn = [...figure.querySelectorAll<SVGSVGElement>("svg[role=img]")]; // some figures have one above the other
  if (!drawn[0]) return undefined;
  const inner = Math.max(narrowest, ...drawn.map((each) => each.getBoundingClientRect().width));
  const caption = figure.querySelector("figcaption");
  const title = text_of(caption?.firstChild) || (drawn[0].getAttribute("aria-label") ?? "");
  const svg = element("svg", { xmlns: namespace });
  const ground = element("rect", { width: "100%", height: "100%", fill: getComputedStyle(document.body).backgroundColor });
  svg.append(ground);
  let y = margin;
  const write = (text: string, size: keyof typeof sizes, ink: Element, x = margin) => {
    const { color, fontFamily } = getComputedStyle(ink);
    const told = element("text", { x, y: y + sizes[size], fill: color, "font-family": fontFamily, "font-size": sizes[size], "font-weight": size === "title" ? 600 : 400 });
    told.textContent = text;
    svg.append(told);
  };
  for (const [text, size, ink] of [[title, "title", figure], [text_of(caption?.querySelector(".aside")), "small", caption?.querySelector(".aside")]] as const) {
    if (text === "" || !ink) continue;
    write(text, size, ink);
    y += line_height;
  }
  for (const each of drawn) {
    const { width, height } = each.getBoundingClientRect();
    const copy = standing_alone(each);
    set(copy, { x: margin, y: y + margin / 2, width, height, overflow: "visible" });
    svg.append(copy);
    y += height + margin;
  }
  let x = margin;
  const legend = figure.querySelectorAll(".legend li");
  for (const part of legend) {
    const color = part.querySelector("rect"), text = text_of(part);
    const width = (color ? swatch + 5 : 0) + width_of(text, part) + margin;
    if (x > margin && x + width > inner + margin) {
      x = margin;
      y += line_height;
    }
    if (color) svg.append(element("rect", { x, y: y + 2, width: swatch, height: swatch, fill: getComputedStyle(color).fill }));
    write(text, "small", part, x + (color ? swatch + 5 : 0));
    x += width;
  }
  const width = Math.ceil(inner + 2 * margin), height = Math.ceil(y + (legend.length > 0 ? line_height + margin : 0));
  set(svg, { width, height, viewBox: `0 0 ${width} ${height}` });
  return { name: title, svg, width, height };
}

const text_of = (node: Node | null | undefined): string => (node?.textContent ?? "").replaceAll(/\s+/g, " ").trim();

function width_of(text: string, like: Element): number {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return 0;
  context.font = `${sizes.small}px ${getComputedStyle(like).fontFamily}`;
  return context.measureText(text).width;
}

/** With every style as an attribute: no sheet and no variable is needed. */
function standing_alone(drawn: SVGSVGElement): SVGSVGElement {
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  const originals = [drawn, ...drawn.querySelectorAll("*")], copies = [copy, ...copy.querySelectorAll("*")];
  originals.forEach((original, at) => {
    const one = copies[at];
    if (!one) return;
    const seen = getComputedStyle(original), around = at > 0 && original.parentElement ? getComputedStyle(original.parentElement) : undefined;
    for (const style of inherited) {
      const value = seen.getPropertyValue(style);
      if (one.hasAttribute(style) || value !== around?.getPropertyValue(style)) one.setAttribute(style, value);
    }
    for (const attribute of ["style", "class"]) one.removeAttribute(attribute);
  });
  for (const sheet of copy.querySelectorAll("style")) sheet.remove();
  return copy;
}

type Attributes = Readonly<Record<string, string | number>>;

function element<Name extends keyof SVGElementTagNameMap>(name: Name, attributes: Attributes): SVGElementTagNameMap[Name] {
  const made = document.createElementNS(namespace, name);
  set(made, attributes);
  return made;
}

function set(made: Element, attributes: Attributes) {
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
}

export const svg_text = (picture: Picture): string => new XMLSerializer().serializeToString(picture.svg);

const pixels_per_unit = 2;

export async function png_of(picture: Picture): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg_text(picture))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = pixels_per_unit * picture.width;
  canvas.height = pixels_per_unit * picture.height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}
