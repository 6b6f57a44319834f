import { useState } from "react";

import type { Label } from "../../../src/shared/labels/label.ts";
import { stepsNamed } from "./labels-of-attempt.ts";

/** Steps marked as decisive before the label that names them all is given. */
export interface MarkedSteps {
  readonly steps: ReadonlySet<number>;
  /** Marks a step, or takes its mark away. */
  readonly toggle: (step: number) => void;
  readonly remove: (step: number) => void;
  readonly clear: () => void;
}

/**
 * The marks of one attempt. The first mark on an attempt that the labeller has labelled also marks the steps of that
 * label, so that a step can be added to it.
 *
 * @param own the labeller's labels of the attempt
 */
export function useMarkedSteps(own: readonly Label[]): MarkedSteps {
  const [steps, setSteps] = useState<ReadonlySet<number>>(new Set());
  const remove = (step: number) => setSteps(new Set([...steps].filter((each) => each !== step)));
  return {
    steps,
    remove,
    clear: () => setSteps(new Set()),
    toggle: (step) => {
      if (steps.has(step)) remove(step);
      else setSteps(new Set([...(steps.size === 0 ? stepsNamed(own, "decisive") : steps), step]));
    },
  };
}
