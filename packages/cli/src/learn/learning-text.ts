import { recoveryOf } from "@langgraph-rollback/attribution";
import { printable } from "@langgraph-rollback/inspector/shared";
import type { AgentLearning } from "langgraph-rollback";

import { plainTable } from "../terminal/plain-table.ts";

/** What an agent has learnt, in words. */
export function learningText({ agent, failures, replayed, state, states }: AgentLearning): string {
  const { promise, reason, version } = state;
  const history = plainTable(["when", "what came", "failed runs", "why"]);
  for (const each of states)
    history.push([
      each.at.slice(0, 16).replace("T", " "),
      NAMES[each.change],
      String(each.failures),
      each.reason,
    ]);
  return [
    `Agent ${printable(agent)}: ${runs(failures)}${replayed === 0 ? "" : `, ${replayed} of them replayed`}.`,
    version.model === undefined
      ? `In force: nothing is known of where mistakes lie. ${drawn(version.explore)}`
      : `In force: version ${printable(version.id)}, by ${runs(version.failures)}. ${CAPS[version.cap]} ${drawn(version.explore)}`,
    promise === undefined
      ? "Nothing is promised yet of failed runs: too few have failed under this version."
      : recoveryOf(promise).reason,
    ...(states.length === 0 ? [reason] : ["", history.toString()]),
  ].join("\n");
}

const NAMES = {
  version: "new version",
  refused: "version refused",
  promise: "promise counted",
  drift: "agent has changed",
} as const;

const CAPS = {
  lifted: "No set caps where the first rollback starts: recovery alone is promised.",
  "last-recovering-start":
    "The first rollback starts at or before the last start that recovers, as sets on replays say.",
} as const;

const drawn = (share: number): string =>
  `Where a failed run would restart, a drawn step is tried first in ${Math.round(share * 100)} % of runs.`;

const runs = (count: number): string => `${count} failed run${count === 1 ? "" : "s"}`;
