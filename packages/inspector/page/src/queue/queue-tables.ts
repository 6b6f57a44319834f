import type { QueueView } from "../../../src/shared/view/queue-view.ts";
import type { Figures } from "../parts/figures-table.tsx";
import { shownText } from "../parts/shown-text.ts";

/** Statuses in the order in which a run goes through them, then its ends. */
const ORDER = [
  "queued",
  "running",
  "waiting",
  "succeeded",
  "recovered",
  "unjudged",
  "gave-up",
  "failed",
  "crashed",
  "cancelled",
  "expired",
];

/** Runs by graph, with a column for each status that there is. */
export function countsTable(counts: QueueView["counts"]): Figures {
  const graphs = [...new Set(counts.map(({ graph }) => graph))];
  const statuses = ORDER.filter((status) => counts.some((each) => each.status === status));
  const cell = (graph: string, status: string): string =>
    `${counts.find((each) => each.graph === graph && each.status === status)?.count ?? 0}`;
  return {
    head: ["Graph", ...statuses],
    rows: graphs.map((graph) => [shownText(graph), ...statuses.map((status) => cell(graph, status))]),
  };
}

/** Workers, those that are heard of first. */
export function workersTable(workers: QueueView["workers"]): Figures {
  const rank = { live: 0, gone: 1, stopped: 2 } as const;
  return {
    head: ["Worker", "State", "Graphs", "At once", "Heard of"],
    rows: workers
      .toSorted((a, b) => rank[a.state] - rank[b.state])
      .map(({ graphs, hands, heardSeconds, name, state }) => [
        shownText(name),
        state === "gone" ? "ended without a word" : state,
        graphs.length === 0 ? "not told yet" : shownText(graphs.join(", ")),
        `${hands}`,
        `${duration(heardSeconds)} ago`,
      ]),
  };
}

const duration = (seconds: number): string =>
  seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
