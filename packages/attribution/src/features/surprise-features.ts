import type { Step } from "../trajectory/index.ts";

import { share, type FeatureGroup } from "./feature-group.ts";

const NAMES = ["surpriseMean", "surpriseMost", "surpriseShare", "surpriseArguments"] as const;

/** Features of the log-probabilities of one step. */
export type Surprise = Readonly<Record<(typeof NAMES)[number], number>>;

/**
 * Features of the probabilities that models gave to their own tokens. A step without them has the mean of its run's other steps: it is
 * neither surprising nor unsurprising. In a run without any all steps are alike.
 */
export const surpriseFeatures: FeatureGroup<(typeof NAMES)[number]> = {
  names: NAMES,
  read: ({ steps }) => surprisesOf(steps.map(({ step }) => step)) ?? steps.map(() => NONE),
};

const NONE: Surprise = { surpriseMean: 0, surpriseMost: 0, surpriseShare: 0, surpriseArguments: 0 };

/** The features of {@link surpriseFeatures}, which are of no text; `undefined` if no step has log-probabilities. */
export function surprisesOf(steps: readonly Step[]): readonly Surprise[] | undefined {
  if (steps.every(({ logprobs }) => logprobs === undefined)) return undefined;
  const mean = column(steps, ({ logprobs }) => logprobs && Math.log1p(-logprobs.mean));
  const most = column(steps, ({ logprobs }) => logprobs && Math.log1p(-logprobs.least));
  const unlikely = column(steps, ({ logprobs }) => logprobs?.unlikely);
  const entropy = column(steps, ({ logprobs }) => logprobs?.argumentEntropy);
  return steps.map((_, at) => ({
    surpriseMean: mean[at] ?? 0,
    surpriseMost: most[at] ?? 0,
    surpriseShare: unlikely[at] ?? 0,
    surpriseArguments: entropy[at] ?? 0,
  }));
}

function column(steps: readonly Step[], of: (step: Step) => number | undefined): readonly number[] {
  const values = steps.map(of);
  const known = values.filter((value) => value !== undefined);
  const mean = share(
    known.reduce((sum, value) => sum + value, 0),
    known.length,
  );
  return values.map((value) => value ?? mean);
}
