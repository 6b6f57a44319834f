import {
  counted,
  plainLine,
  stoppedEarlyWords,
  trendWords,
  wrapped,
} from "@langgraph-rollback/inspector/shared";
import type { AgentStats } from "langgraph-rollback/stats";

import { figuresTable } from "../terminal/figures-table.ts";
import { groupsText } from "./groups-text.ts";

/** Columns of a line; of a name in a table; rows of a table. */
const WIDTH = 80;
const NAME = 26;
const ROWS = 8;

type Share = AgentStats["failed"];
type Place = AgentStats["nodes"][number];

/** The figures in words and tables of at most 80 columns. */
export function statsText(stats: AgentStats): string {
  const { agents, cost, failed, groups, latencies, nodes, recovered, scored, toolErrors, tools, versions } =
    stats;
  const early = stoppedEarlyWords(stats);
  return [
    ...wrapped(
      `${failed.count} of ${counted(failed.of, "run")} failed at first (${interval(failed)}), and ${recovered.count} of ${recovered.of} that have ended were recovered (${interval(recovered)}).`,
      WIDTH,
    ),
    ...(early === "" ? [] : wrapped(early, WIDTH)),
    ...wrapped(trendWords(stats), WIDTH),
    ...wrapped(readWords(stats), WIDTH),
    ...section("Alike failures, those of the last period first", groups.length, groupsText(groups, WIDTH)),
    ...placeSection("Nodes", nodes, scored),
    ...placeSection("Tools", tools, scored),
    ...placeSection("Agents", agents, scored),
    ...section(
      "Answers of tools that were errors",
      toolErrors.length,
      figuresTable({
        head: ["tool", "errors", "of", "95 % interval"],
        rows: toolErrors
          .slice(0, ROWS)
          .map(({ errors, tool }) => [name(tool), String(errors.count), String(errors.of), interval(errors)]),
      }),
    ),
    ...section(
      "Slowest steps",
      latencies.length,
      figuresTable({
        head: ["", "steps", "p50", "p90", "p99"],
        rows: latencies
          .slice(0, ROWS)
          .map((each) => [
            name(`${each.kind} ${each.name}`),
            String(each.n),
            ...[each.p50, each.p90, each.p99].map(duration),
          ]),
      }),
    ),
    ...section(
      `Cost of a run in the mean; ${counted(cost.rollbacks, "rollback")} in ${counted(cost.rolledBack, "run")}`,
      1,
      figuresTable({
        head: ["", "steps", "tokens", "time"],
        rows: [
          ["first attempts", ...costCells(cost.first)],
          ["after rollbacks", ...costCells(cost.redone)],
        ],
      }),
    ),
    ...section(
      "Versions, latest first",
      versions.length,
      figuresTable({
        head: ["", "failed", "of", "from", "to"],
        rows: versions.slice(0, ROWS).map((each) => [
          name(`${each.kind} ${each.name}`),
          // A procedure is recorded of failed runs alone.
          each.kind === "procedure" ? "-" : String(each.failed.count),
          String(each.failed.of),
          day(each.first),
          day(each.last),
        ]),
      }),
    ),
  ].join("\n");
}

function placeSection(what: string, places: readonly Place[], scored: number): readonly string[] {
  const rows = places
    .filter(({ exceptions, suspected }) => suspected > 0 || exceptions.count > 0)
    .slice(0, ROWS);
  return section(
    `${what}: suspicion summed over ${counted(scored, "failed run")}, each has 1 to give`,
    rows.length,
    figuresTable({
      head: [what.toLowerCase(), "sum", "share", "even", "first", "exceptions"],
      rows: rows.map(({ exceptions, first, name: of, share, suspected }) => [
        name(of),
        suspected.toFixed(1),
        `${percent(share.value)} (${percent(share.lower)}-${percent(share.upper)})`,
        percent(share.even),
        String(first.count),
        String(exceptions.count),
      ]),
    }),
  );
}

function section(title: string, rows: number, text: string): readonly string[] {
  return rows === 0 ? [] : ["", `${plainLine(title, WIDTH - 1)}:`, text];
}

function readWords({ more, threads, unreadable }: AgentStats): string {
  const latest = more ? `the latest ${threads} threads, older ones are left out` : counted(threads, "thread");
  const problem =
    unreadable === undefined
      ? ""
      : ` ${counted(unreadable.threads, "thread")} could not be read: ${plainLine(unreadable.first, 200)}`;
  return `Read: ${latest}.${problem}`;
}

const costCells = ({ ms, steps, tokens }: AgentStats["cost"]["first"]): readonly string[] => [
  steps === undefined ? "-" : steps.toFixed(1),
  tokens === undefined ? "-" : tokens.toFixed(0),
  ms === undefined ? "-" : duration(ms),
];

const name = (text: string): string => plainLine(text, NAME);
const day = (iso: string): string => iso.slice(0, 10);
const duration = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);
const percent = (share: number): string => String(Math.round(100 * share));
const interval = ({ interval: { lower, upper } }: Share): string => `${percent(lower)}-${percent(upper)} %`;
