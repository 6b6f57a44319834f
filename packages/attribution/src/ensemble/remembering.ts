import type { Trajectory } from "../trajectory/index.ts";

import { isMarking } from "../scorers/mark-steps.ts";
import type { StepScorer } from "../scorers/step-scorer.ts";

/** @internal The scorer, which remembers its scores of a trajectory, but no failures. */
export function remembering(scorer: StepScorer): StepScorer {
  const { fingerprint } = scorer;
  const score = once((trajectory, signal) => scorer.score(trajectory, signal));
  if (!isMarking(scorer)) return { fingerprint, score };
  return { fingerprint, score, marks: once((trajectory, signal) => scorer.marks(trajectory, signal)) };
}

type Ask<Said> = (trajectory: Trajectory, signal?: AbortSignal) => Promise<readonly Said[]>;

function once<Said>(ask: Ask<Said>): Ask<Said> {
  const said = new WeakMap<Trajectory, readonly Said[]>();
  return async (trajectory, signal) => {
    const known = said.get(trajectory);
    if (known !== undefined) return known;
    const answer = await ask(trajectory, signal);
    said.set(trajectory, answer);
    return answer;
  };
}
