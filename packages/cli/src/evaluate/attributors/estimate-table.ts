import { printable } from "@langgraph-rollback/inspector/shared";
import { plainTable } from "../../terminal/plain-table.ts";
import type { EstimateReport } from "./estimate-attributors.ts";

/** The counts for people. */
export function estimateTable({ groups, methods, model, n }: EstimateReport): string {
  const tables = groups.flatMap(({ group, n: some, own, steps }) => {
    const table = plainTable(["Method", "Calls", "Input", "Ratio", "Worst", "Theirs", "Scaled"]);
    for (const { name, groups: counted } of methods)
      for (const each of counted)
        if (each.group === group)
          table.push([
            name,
            each.calls.toFixed(1),
            whole(each.inputTokens),
            each.ratio.toFixed(2),
            each.worstRatio.toFixed(2),
            each.theirs === undefined ? "-" : whole(each.theirs),
            each.theirsScaled === undefined ? "-" : whole(each.theirsScaled),
          ]);
    const title = group === null ? "All" : printable(group);
    const means = `mean of ${steps.toFixed(1)} steps and ${whole(own)} tokens`;
    return ["", `${title}: ${some} trajectories, ${means}`, table.toString()];
  });
  return [
    `${n} labelled trajectories, counted for ${printable(model)}; nothing was called.`,
    ...tables,
    "",
    "Input: tokens a trajectory. Ratio: over the trajectories' own tokens; worst: of",
    "a single one. Theirs: published by the paper's authors, of all of Who&When's part;",
    "scaled: times our mean number of steps over theirs (51 hand-crafted, 9 generated).",
  ].join("\n");
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}
