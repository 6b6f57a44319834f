import { stretchesOf } from "./stretches-of.ts";

/** Steps as people count them, from 1: "step 2", "steps 2 and 3", "steps 2, 4 to 6". */
export function stepsInWords(indexes: readonly number[]): string {
  const parts = stretchesOf(indexes).flatMap(([start, end]) =>
    end > start + 1
      ? [`${start + 1} to ${end + 1}`]
      : start === end
        ? [`${start + 1}`]
        : [`${start + 1}`, `${end + 1}`],
  );
  const last = parts.pop() ?? "none";
  if (parts.length === 0) return `${indexes.length === 1 ? "step" : "steps"} ${last}`;
  return `steps ${parts.join(", ")} and ${last}`;
}
