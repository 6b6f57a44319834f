import type { AgentStats } from "langgraph-rollback/stats";

import { between, shareWords, wholePercent } from "../../../src/shared/words/share-words.ts";
import type { Figures } from "../parts/figures-table.tsx";
import { shownText } from "../parts/shown-text.ts";
import { durationInWords } from "../thread/duration-in-words.ts";

/** Suspicion and exceptions by place. */
export const placeTable = (places: AgentStats["nodes"]): Figures => ({
  head: ["Name", "Suspected", "Even", "First", "Exceptions"],
  rows: places.map(({ exceptions, first, name, share }) => [
    shownText(name),
    `${wholePercent(share.value)} % (${between(share)})`,
    `${wholePercent(share.even)} %`,
    `${first.count}`,
    `${exceptions.count}`,
  ]),
});

/** Answers of tools that were errors. */
export const toolErrorTable = (tools: AgentStats["toolErrors"]): Figures => ({
  head: ["Tool", "Errors"],
  rows: tools.map(({ errors, tool }) => [shownText(tool), shareWords(errors)]),
});

/** Percentiles of durations. */
export const latencyTable = (latencies: AgentStats["latencies"]): Figures => ({
  head: ["Step", "Number", "p50", "p90", "p99"],
  rows: latencies.map(({ kind, n, name, p50, p90, p99 }) => [
    shownText(`${kind} ${name}`),
    `${n}`,
    ...[p50, p90, p99].map(durationInWords),
  ]),
});

/** Mean cost of first attempts and of what rollbacks add. */
export const costTable = ({ first, redone, rolledBack }: AgentStats["cost"]): Figures => ({
  head: ["Attempts", "Steps", "Tokens", "Time"],
  rows: [
    ["First", ...costCells(first)],
    [`After rollbacks (${rolledBack} runs)`, ...costCells(redone)],
  ],
});

const costCells = ({ ms, steps, tokens }: AgentStats["cost"]["first"]): readonly string[] => [
  steps?.toFixed(1) ?? "-",
  tokens?.toFixed(0) ?? "-",
  ms === undefined ? "-" : durationInWords(ms),
];

/** Models, verifiers and procedures with their runs. The procedure is recorded of failed runs alone. */
export const versionTable = (versions: AgentStats["versions"]): Figures => ({
  head: ["Version", "Failed", "From", "To"],
  rows: versions.map(({ failed, first, kind, last, name }) => [
    shownText(`${kind} ${name}`),
    kind === "procedure" ? `${failed.of}` : shareWords(failed),
    first.slice(0, 10),
    last.slice(0, 10),
  ]),
});
