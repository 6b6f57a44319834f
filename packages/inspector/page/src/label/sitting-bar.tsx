import { type ReactNode, useId } from "react";

import type { NextLabels } from "../../../src/shared/view/next-labels.ts";
import { nextLabelsWords } from "../../../src/shared/words/next-labels-words.ts";
import type { Sitting } from "./sitting.ts";

/** How far the sitting has come, and what the next labels buy. */
export function SittingBar({
  sitting: { done, of },
  leftOfTen,
  next,
}: {
  readonly sitting: Sitting;
  /** How many are left of the ten at hand; absent where the queue has no tens. */
  readonly leftOfTen: number | undefined;
  readonly next: NextLabels | undefined;
}): ReactNode {
  const name = useId();
  if (of === 0 && next === undefined) return undefined;
  return (
    <section className="sitting" aria-label="This sitting">
      {of > 0 && (
        <p className="sitting-progress">
          <progress value={done} max={of} aria-labelledby={name} />
          <span id={name}>
            {done} of {of}
          </span>
          {leftOfTen !== undefined && (
            <span className="soft">
              {leftOfTen} left of ten that were drawn together; whole tens are a fair sample
            </span>
          )}
        </p>
      )}
      {next !== undefined && <p>{nextLabelsWords(next)}</p>}
    </section>
  );
}
