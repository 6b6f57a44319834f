/** Attributes of an element; numbers are rounded to a hundredth of a pixel. */
export type SvgAttributes = Readonly<Record<string, string | number>>;

/** Markup that is safe to stand in another element. */
export interface Svg {
  readonly markup: string;
}

/** Children of an element. A list may have any length; the number of arguments is limited. */
export type SvgChildren = Svg | string | readonly (Svg | string)[];

/** One element of an SVG, with every attribute and text escaped: some of the text comes from files. */
export function svgElement(
  name: string,
  attributes: SvgAttributes,
  ...children: readonly SvgChildren[]
): Svg {
  const inside = children
    .flat()
    .map((child) => (typeof child === "string" ? escaped(child) : child.markup))
    .join("");
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(shown(value))}"`);
  return { markup: `<${name}${written.join("")}${inside === "" ? "/>" : `>${inside}</${name}>`}` };
}

function shown(value: string | number): string {
  return typeof value === "number" ? `${Math.round(value * 100) / 100}` : value;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
}
