import type { ReactNode } from "react";

import type { AttemptView } from "../../../src/shared/view/thread-view.ts";
import { alarmFigure } from "../../../src/shared/words/early-words.ts";
import { scoreFigure } from "../../../src/shared/words/score-figure.ts";
import { checkWords } from "../../../src/shared/words/watch-words.ts";
import { TraceText } from "../parts/trace-text.tsx";

/** Observations after one step while its attempt ran: score and alarm, and the checks with their reasons. */
export function StepWatched({
  attempt: { watch },
  step,
}: {
  readonly attempt: AttemptView;
  readonly step: number;
}): ReactNode {
  const { alarm, checks = [] } = watch ?? {};
  const score = alarm?.scores[step];
  const value = alarm?.alarms?.[step];
  return (
    <>
      {score !== undefined && (
        <p className="facts">
          <span>score after it {scoreFigure(score)}</span>
          {value !== undefined && (
            <span>
              alarm {alarmFigure(value)}
              {alarm?.above !== undefined && `, stops above ${alarmFigure(alarm.above)}`}
            </span>
          )}
        </p>
      )}
      {checks
        .filter((check) => check.step === step)
        .map((check) => {
          const { mark, word, tone } = checkWords(check);
          return (
            <p key={check.node} className={`step-check tone-${tone}`}>
              <span aria-hidden="true">{mark} </span>
              check of <TraceText text={check.node} /> <strong>{word}</strong>
              {check.reason !== undefined && (
                <>
                  : <TraceText text={check.reason.slice(0, SHOWN)} />
                </>
              )}
            </p>
          );
        })}
    </>
  );
}

/** Characters of a reason: the whole stands in the list of checks. */
const SHOWN = 300;
