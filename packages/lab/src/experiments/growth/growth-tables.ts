import { table } from "../../documents/table.ts";
import type { Dimension, Series } from "./series.ts";
import { growthWord, slopeOf } from "./slope.ts";

const TITLES: Readonly<Record<Dimension, string>> = {
  steps: "steps of a run",
  threads: "threads on one checkpointer",
  labels: "labelled failures",
};
const NONE = "no checkpointer";

/** A table for each of what grows. */
export const growthTables = (series: readonly Series[]): string =>
  (["steps", "threads", "labels"] as const)
    .map((dimension) =>
      growthTable(
        TITLES[dimension],
        series.filter((each) => each.dimension === dimension),
      ),
    )
    .join("\n\n");

/** Subject of a series, as a phrase. */
export function describeSeries(series: Series): string {
  return series.checkpointer === undefined
    ? operationOf(series)
    : `${operationOf(series)}, ${series.checkpointer}`;
}

/** An operation and what it is done to. */
function operationOf({ operation, state, unit }: Series): string {
  const details = [
    ...(state === undefined ? [] : [`${state} state`]),
    ...(unit === "bytes" ? ["bytes"] : []),
  ];
  return details.length === 0 ? operation : `${operation} (${details.join(", ")})`;
}

/** Sizes as people read them. */
export const count = (value: number): string => value.toLocaleString("en-US");

/** Rows are operations, columns checkpointers. */
function growthTable(title: string, series: readonly Series[]): string {
  const sizes = [...new Set(series.flatMap(({ points }) => points.map(({ size }) => size)))].toSorted(
    (a, b) => a - b,
  );
  const checkpointers = [...new Set(series.map(({ checkpointer = NONE }) => checkpointer))];
  const rows = [...new Set(series.map(operationOf))].map((operation) => [
    operation,
    ...checkpointers.map((checkpointer) => {
      const found = series.find(
        (each) => operationOf(each) === operation && (each.checkpointer ?? NONE) === checkpointer,
      );
      return found === undefined ? "" : cell(found);
    }),
  ]);
  return `By ${title}, ${sizes.map(count).join(", ")}:\n\n${table(["", ...checkpointers], rows)}`;
}

/** How many times as much from size to size, and the slope; of a ratio, the ratio at each size. */
function cell({ points, unit }: Series): string {
  if (unit === "times") return `${points.map(({ value }) => value.toFixed(2)).join(", ")} times`;
  const growths = points.slice(1).map(({ value }, at) => (value / (points[at]?.value ?? NaN)).toFixed(1));
  const slope = slopeOf(points);
  return `${growths.join(", ")}: ${growthWord(slope)} (${slope.toFixed(2)})`;
}
