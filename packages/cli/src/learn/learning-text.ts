import { learntWords } from "@langgraph-rollback/inspector";
import { printable } from "@langgraph-rollback/inspector/shared";
import type { AgentLearning } from "langgraph-rollback";

import { plainTable } from "../terminal/plain-table.ts";

/** What an agent has learnt, in words. */
export function learningText({ agent, failures, replayed, state, states }: AgentLearning): string {
  const { inForce, promise } = learntWords(state);
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
    printable(inForce),
    promise,
    ...(states.length === 0 ? [state.reason] : ["", history.toString()]),
  ].join("\n");
}

const NAMES = {
  version: "new version",
  refused: "version refused",
  promise: "promise counted",
  drift: "agent has changed",
} as const;

const runs = (count: number): string => `${count} failed run${count === 1 ? "" : "s"}`;
