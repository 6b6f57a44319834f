import { acceptanceTable, type RetriedTasks } from "@langgraph-rollback/attribution";
import { figuresTable } from "./figures-table.ts";

type Share = ReturnType<typeof acceptanceTable>[number]["right"];

/** For people: what is accepted after a failure, by number of retries and gamma, and without a bound. */
export function acceptanceText(retried: RetriedTasks): string {
  const rows = acceptanceTable(retried).map(({ gamma, k, recovered, retries, right, wrong }) => [
    String(retries),
    gamma === undefined ? "unbounded" : String(gamma),
    ...(k === 0 ? ["too few tasks", "-", "-"] : [right, recovered, wrong].map(shareText)),
  ]);
  return [
    "What would be accepted after a failure, by retries and gamma. Each task is judged by the others:",
    "",
    figuresTable({
      head: ["retries", "gamma", "right ones accepted", "tasks that end right", "that end wrong"],
      rows,
    }),
    "",
    "Gamma bounds the last column. Unbounded, each retry that passes the threshold of first attempts is accepted.",
  ].join("\n");
}

const percent = (share: number): string => (100 * share).toFixed(0);

const shareText = ({ count, interval, of }: Share): string =>
  `${count} of ${of} (${percent(interval.lower)}-${percent(interval.upper)} %)`;
