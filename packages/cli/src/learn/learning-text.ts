import { learntWords } from "@langgraph-rollback/inspector";
import { printable } from "@langgraph-rollback/inspector/shared";
import type { AgentLearning } from "langgraph-rollback";

/** What an agent has learnt, in words. */
export function learningText({ agent, failures, replayed, state, states }: AgentLearning): string {
  const { inForce, promise } = learntWords(state);
  // Reasons are sentences: in a column of a table they would be as wide as the longest.
  const history = states.map(
    ({ at, change, reason }) =>
      `${at.slice(0, 16).replace("T", " ")}  ${NAMES[change]}: ${printable(reason)}`,
  );
  return [
    `Agent ${printable(agent)}: ${runs(failures)}${replayed === 0 ? "" : `, ${replayed} of them replayed`}.`,
    printable(inForce),
    promise,
    ...(states.length === 0 ? [state.reason] : ["", ...history]),
  ].join("\n");
}

const NAMES = {
  version: "new version",
  refused: "version refused",
  promise: "promise counted",
  drift: "agent has changed",
} as const;

const runs = (count: number): string => `${count} failed run${count === 1 ? "" : "s"}`;
