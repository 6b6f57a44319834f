import { plainTable } from "../../terminal/plain-table.ts";
import type { PublishedFigure } from "@langgraph-rollback/lab/attributors";

/** Figures that the papers report, marked as theirs. */
export function publishedLines(figures: readonly PublishedFigure[]): readonly string[] {
  const sources = [...new Set(figures.filter(({ auroc }) => auroc === undefined).map(sourceOf))];
  const table = plainTable(["Theirs", "Part", "G", "Agent", "Step", "±1", "±3", "±5", "Tokens", "[]"]);
  for (const { from, ...figure } of rowsOf(figures.filter(({ auroc }) => auroc === undefined))) {
    const { method, part, truth, agent, step, within = [], tokens } = figure;
    table.push([
      method,
      part === "hand-crafted" ? "hand" : "alg.",
      { with: "yes", without: "no", both: "mean", unsaid: "?" }[truth],
      ...[agent, step, within[0], within[2], within[4]].map(share),
      tokens?.toLocaleString("en") ?? "",
      from.map((source) => sources.indexOf(source) + 1).join(","),
    ]);
  }
  return [
    "",
    "Published by the papers' authors, of all of Who&When, with their models; not",
    "measured here, nor on this data. G: told the right answer.",
    table.toString(),
    ...scorerLines(figures),
    ...sources.map((source, index) => `[${index + 1}] ${source}`),
  ];
}

interface Row extends PublishedFigure {
  readonly from: readonly string[];
}

/** Figures of a method in one setting share a row, unless they are of two models or give the same measure twice. */
function rowsOf(figures: readonly PublishedFigure[]): readonly Row[] {
  const rows: Row[] = [];
  for (const figure of figures) {
    const at = rows.findIndex((row) => fits(row, figure));
    const row = rows[at];
    if (row === undefined) rows.push({ ...figure, from: [sourceOf(figure)] });
    else
      rows[at] = { ...row, ...figure, model: row.model, from: [...new Set([...row.from, sourceOf(figure)])] };
  }
  return rows;
}

function fits(row: Row, figure: PublishedFigure): boolean {
  const measures = ["agent", "step", "within", "tokens"] as const;
  return (
    row.method === figure.method &&
    row.part === figure.part &&
    row.truth === figure.truth &&
    (figure.model === row.model || figure.model === "") &&
    measures.every((name) => row[name] === undefined || figure[name] === undefined)
  );
}

/** Their chance of AUPRC, .118, is the share of decisive steps, as where steps are pooled. Ours are by trajectory. */
const POOLED = [
  "Chance of their AUPRC is the share of decisive steps, .118. Ours is taken by",
  "trajectory and averaged: chance is the mean of 1/rank, H_l/l for l steps, which",
  "is higher. The two AUPRC cannot be compared.",
];

function scorerLines(figures: readonly PublishedFigure[]): readonly string[] {
  const lines = figures.flatMap(scorerLine);
  return lines.length === 0 ? [] : [...lines, ...POOLED];
}

function scorerLine({
  method,
  part,
  auroc,
  auprc,
  step,
  truth,
  ...rest
}: PublishedFigure): readonly string[] {
  if (auroc === undefined || auprc === undefined) return [];
  const figures = `AUROC ${auroc.toFixed(3)}, AUPRC ${auprc.toFixed(3)}, step ${share(step)}`;
  const told = {
    with: "told the right answer",
    without: "not told the right answer",
    both: "",
    unsaid: "told the right answer: not known",
  }[truth];
  return [`${method}, ${part}: ${figures}`, `  (${told}; ${sourceOf({ method, part, truth, ...rest })})`];
}

function share(percent: number | undefined): string {
  return percent === undefined ? "" : (percent / 100).toFixed(3);
}

function sourceOf({ model, source }: PublishedFigure): string {
  return model === "" || model === "none" ? source : `${source}; ${model}`;
}
