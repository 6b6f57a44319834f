import { printable } from "@langgraph-rollback/inspector/shared";
import { figuresTable } from "../terminal/figures-table.ts";
import { baselineWords, degradedWords } from "./baseline-words.ts";
import { conclusionWords } from "./conclusion-words.ts";
import type { ReplayReport } from "./replay-report.ts";

/** Replays for people, with steps counted from 1: the baseline in the first line, then the figures, then what follows from them. */
export function replayText(report: ReplayReport): string {
  return [
    ...baselineWords(report.runs),
    "",
    ...what(report),
    "",
    figuresTable(tableOf(report)),
    ...inconclusive(report),
    "",
    ...conclusionWords(report),
    ...degradedWords(report.runs),
  ]
    .map((line) => (line.includes("\n") ? line : shown(line)))
    .join("\n");
}

/** A line that may begin with spaces. */
const shown = (line: string): string => `${line.startsWith("  ") ? "  " : ""}${printable(line)}`;

function what({ from, repeat, runs }: ReplayReport): readonly string[] {
  const [first] = runs;
  const times = `${repeat} ${repeat === 1 ? "replay" : "replays"} of each variant`;
  const head =
    runs.length === 1 && first !== undefined
      ? `Attempt ${first.attempt} of thread "${first.thread}" from step ${from + 1} of ${first.steps}, ${times}.`
      : `${runs.length} threads from step ${from + 1}, ${times} and thread.`;
  const earlier = runs
    .filter(({ start }) => start < from)
    .map(
      ({ start, thread }) =>
        `Thread "${thread}" cannot be rewound to step ${from + 1}: its replays begin at step ${start + 1}.`,
    );
  return [head, ...earlier];
}

const HEAD = [
  "variant",
  "accepted",
  "rejected",
  "inconclusive",
  "unjudged",
  "share accepted",
  "steps",
  "tokens",
  "parts from the run",
];

function tableOf({ confidence, variants }: ReplayReport) {
  const head = HEAD.map((name) =>
    name === "share accepted" ? `share accepted (${percent(confidence)} %)` : name,
  );
  const rows = variants.map((each) => [
    printable(each.variant),
    ...[each.accepted, each.rejected, each.inconclusive, each.unjudged].map(String),
    each.share === null
      ? "unknown"
      : `${percent(each.share.value)} % (${percent(each.share.lower)}-${percent(each.share.upper)} %)`,
    `${each.steps}`,
    each.tokens === null ? "none reported" : `${each.tokens}`,
    each.parts === null
      ? "nowhere"
      : `at step ${each.parts.step + 1} (${each.parts.replays} of ${each.replays})`,
  ]);
  return { head, rows };
}

/** The commonest reasons of each variant: more of them hide the table. */
const MOST_REASONS = 3;

function inconclusive({ variants }: ReplayReport): readonly string[] {
  const lines = variants.flatMap(({ reasons, variant }) => [
    ...reasons
      .slice(0, MOST_REASONS)
      .map(({ reason, replays, status }) => `  ${variant}, ${replays} ${status}: ${reason}`),
    ...(reasons.length > MOST_REASONS
      ? [`  ${variant}: ${reasons.length - MOST_REASONS} more reasons, in --json.`]
      : []),
  ]);
  if (lines.length === 0) return [];
  return [
    "",
    "Inconclusive and unjudged replays say nothing about the run. They are not failures:",
    ...lines,
  ];
}

const percent = (share: number): number => Math.round(100 * share);
