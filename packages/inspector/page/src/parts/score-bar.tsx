import type { ReactNode } from "react";

import { scoreFigure } from "../../../src/shared/words/score-figure.ts";

/** A step's score as a bar, with its number: 0 to 1, the longer the more suspicious. */
export function ScoreBar({ score }: { readonly score: number }): ReactNode {
  const share = Math.min(1, Math.max(0, score));
  return (
    <span className="score">
      <span className="score-track" aria-hidden="true">
        <span className="score-fill" style={{ width: `${100 * share}%` }} />
      </span>
      <span className="score-number">{scoreFigure(score)}</span>
    </span>
  );
}
