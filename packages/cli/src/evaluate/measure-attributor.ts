import type { MeasureSets } from "../attributors/attributor-report.ts";
import type { Output } from "../terminal/output.ts";
import { type MeasureOptions, measureSets } from "./measure-sets.ts";

/** Fewer leave a half that cannot both fit and calibrate. */
const FEWEST = { fixed: 2, learnt: 4 } as const;

/** Measures the sets of methods that ask models, as those of any scorer. */
export function measuringSets(options: MeasureOptions, output: Output): MeasureSets {
  return async (scorer, labelled, name) => {
    const learns = typeof scorer === "function";
    if (labelled.length < (learns ? FEWEST.learnt : FEWEST.fixed)) return undefined;
    const { evaluation, sizes } = await measureSets(
      { labelled },
      scorer,
      { ...options, title: `Sets of ${name}` },
      output,
    );
    return { ...sizes, evaluation };
  };
}
