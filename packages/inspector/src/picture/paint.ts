import type { SvgAttributes } from "../shared/picture/svg-element.ts";

/** Colours on light and on dark ground: those of the page. Text has a contrast of 4.5 at least, marks of 3. */
const COLOURS = {
  paper: ["#ffffff", "#16181d"],
  line: ["#d5d9e0", "#3a3f4a"],
  ink: ["#1b1f27", "#e8eaee"],
  soft: ["#565e6c", "#a4acb9"],
  set: ["#fbe7c2", "#4a3a12"],
  mark: ["#9a6700", "#e3b341"],
  bad: ["#b3261e", "#ff8f86"],
  good: ["#146c34", "#6fd08c"],
} as const;

/** Name of a colour. */
export type Colour = keyof typeof COLOURS;

/** Keeps the class names apart from those of a page that the picture is put into. */
const PREFIX = "lgrb";

/** Attributes of what is filled with a colour, drawn in one, or both. */
export function paint(colours: { readonly fill?: Colour; readonly stroke?: Colour }): SvgAttributes {
  const { fill, stroke } = colours;
  return {
    class: Object.entries(colours)
      .map(([how, colour]) => `${PREFIX}-${how}-${colour}`)
      .join(" "),
    fill: fill === undefined ? "none" : COLOURS[fill][0],
    ...(stroke === undefined ? {} : { stroke: COLOURS[stroke][0] }),
  };
}

/**
 * Rules for people who prefer dark; a program that does not understand them shows the light colours, which are attributes.
 * The picture has a ground of its own, so that it can be read on any page.
 */
export function darkRules(): string {
  const rules = Object.entries(COLOURS).map(
    ([name, [, dark]]) => `.${PREFIX}-fill-${name}{fill:${dark}}.${PREFIX}-stroke-${name}{stroke:${dark}}`,
  );
  return `@media (prefers-color-scheme:dark){${rules.join("")}}`;
}
