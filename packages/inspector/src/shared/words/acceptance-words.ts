import type { acceptanceTable } from "@langgraph-rollback/attribution";

import { shareWords } from "./share-words.ts";

/** Rows of {@link acceptanceTable}. */
type AcceptanceRows = ReturnType<typeof acceptanceTable>;

/** Head and rows of what would be accepted after a failure, by number of retries and gamma. */
export function acceptanceFigures(table: AcceptanceRows): {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  return {
    head: ["retries", "gamma", "right ones accepted", "tasks that end right", "that end wrong"],
    rows: table.map(({ gamma, k, recovered, retries, right, wrong }) => [
      String(retries),
      gamma === undefined ? "unbounded" : String(gamma),
      ...(k === 0 ? ["too few tasks", "-", "-"] : [right, recovered, wrong].map(shareWords)),
    ]),
  };
}

/** How to read the table, before and after it. */
export const ACCEPTANCE_NOTES = {
  before: "What would be accepted after a failure, by retries and gamma. Each task is judged by the others.",
  after:
    "Gamma bounds the last column. Unbounded, each retry that passes the threshold of first attempts is accepted.",
} as const;
