import { plainTable } from "../plain-table.ts";
import type { PublishedFigure } from "./published-figures.ts";

/** What the papers report, marked as theirs. */
export function publishedLines(figures: readonly PublishedFigure[]): readonly string[] {
  const sources = [...new Set(figures.map(sourceOf))];
  const table = plainTable(["Theirs", "Part", "G", "Agent", "Step", "±1", "±3", "±5", "Tokens", "[]"]);
  for (const figure of figures) {
    const { method, part, truth, agent, step, within = [], tokens } = figure;
    table.push([
      method,
      part === "hand-crafted" ? "hand" : "alg.",
      { with: "yes", without: "no", both: "mean" }[truth],
      ...[agent, step, within[0], within[2], within[4]].map((value) =>
        value === undefined ? "" : (value / 100).toFixed(3),
      ),
      tokens?.toLocaleString("en") ?? "",
      `${sources.indexOf(sourceOf(figure)) + 1}`,
    ]);
  }
  return [
    "",
    "Published by the papers' authors, of all of Who&When, with their models; not",
    "measured here. G: told the right answer.",
    table.toString(),
    ...sources.map((source, index) => `[${index + 1}] ${source}`),
  ];
}

function sourceOf({ model, source }: PublishedFigure): string {
  return model === "" || model === "none" ? source : `${source}; ${model}`;
}
