import type { ConformalMethod } from "../conformal-method.ts";
import type { ConformalOptions } from "../conformal-options.ts";
import { prepareSelection } from "../select-set.ts";
import type { StepRange } from "../step-range.ts";
import type { OutcomeOptions } from "./evaluated-method.ts";
import type { PreparedExample } from "./prepare-example.ts";
import type { SetOutcome } from "./set-curve.ts";
import { promiseOf, type SplitExamples, type TestOutcome } from "./split-outcomes.ts";

/** Candidates of `selected`: the methods whose sets are ranges. */
const CANDIDATES: readonly ConformalMethod[] = ["left", "right", "two-way", "interval", "suffix", "prefix"];

/** Chooses among the methods that give ranges, by `selectSet`, and looks at the sets; by group if there are groups. */
export function selectedOutcomes(
  { calibration, test }: SplitExamples,
  { aggregation = { kind: "sum" }, alpha, cost = "size" }: OutcomeOptions,
): readonly TestOutcome[] {
  const methods = CANDIDATES.map((method): ConformalOptions => ({ method, aggregation }));
  const byGroup = new Map<string | undefined, ReturnType<typeof groupSelection>>();
  const groupSelection = (group: string | undefined) => {
    const known = calibration.filter((example) => example.group === group);
    return {
      select: prepareSelection(known, { methods, alpha, cost }),
      promise: promiseOf(known.length, alpha),
    };
  };
  return test.map((example) => {
    const selection = byGroup.get(example.group) ?? groupSelection(example.group);
    byGroup.set(example.group, selection);
    const { fallback, range } = selection.select(example.stepScores);
    const set = outcomeOf(range, fallback !== undefined, example);
    return { example, set, promise: selection.promise };
  });
}

function outcomeOf(
  { start, end }: StepRange,
  empty: boolean,
  { decisiveStep, stepScores }: PreparedExample,
): SetOutcome {
  const length = stepScores.length;
  return {
    covered: start <= decisiveStep && decisiveStep <= end,
    removalRate: 1 - (end - start + 1) / length,
    rollbackCovered: start <= decisiveStep,
    redoCost: 1 - start / length,
    empty,
    nfe: length,
  };
}
