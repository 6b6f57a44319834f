import type { MeasureSets } from "@langgraph-rollback/lab/attributors";
import type { Output } from "../terminal/output.ts";
import { type MeasureOptions, measureSets } from "./measure-sets.ts";
import { tooFewRows } from "./too-few-rows.ts";

/** Fewer leave a half that cannot both fit and calibrate. */
const FEWEST = { fixed: 2, learnt: 4 } as const;

/** Measures the sets of methods that ask models, like any scorer's. Warns once where rows are too few. */
export function measuringSets(options: MeasureOptions, output: Output): MeasureSets {
  const warned = new Set<string>();
  return async (scorer, labelled, name) => {
    const learns = typeof scorer === "function";
    if (labelled.length < (learns ? FEWEST.learnt : FEWEST.fixed)) return undefined;
    const { evaluation, sizes } = await measureSets(
      { labelled },
      scorer,
      { ...options, title: `Sets of ${name}` },
      output,
    );
    for (const warning of tooFewRows({ n: labelled.length, options, sizes })) {
      if (!warned.has(warning)) output.printError(`warning: ${warning}`);
      warned.add(warning);
    }
    return { ...sizes, evaluation };
  };
}
