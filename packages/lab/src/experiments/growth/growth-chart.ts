import { type LogPanel, logPanels } from "../../documents/log-panels.ts";
import type { Series } from "./series.ts";

/** A panel for each operation: how many times as much it takes as at its smallest size. */
export function growthChart(series: readonly Series[]): string {
  const panels = new Map<string, LogPanel>();
  for (const each of series.filter(({ unit }) => unit !== "times")) {
    const title = titleOf(each);
    const [first] = each.points;
    if (first === undefined) continue;
    const points = each.points.map(({ size, value }) => ({ x: size, y: value / first.value }));
    const lines = [
      ...(panels.get(title)?.lines ?? []),
      { label: each.checkpointer ?? "none of them", points },
    ];
    panels.set(title, { title, lines });
  }
  return logPanels([...panels.values()]);
}

function titleOf({ operation, state, dimension, unit }: Series): string {
  const of = unit === "bytes" ? `${operation}: bytes` : operation;
  return `${of}, ${state === "conversation" ? "conversation" : dimension}`;
}
