import { type ReactNode, useState } from "react";

import type { AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import type { Label } from "../../../src/shared/labels/label.ts";
import type { AttemptView } from "../../../src/shared/view/thread-view.ts";
import type { Asked } from "../routing/route.ts";
import { useKeys } from "../parts/use-keys.ts";
import { LabelWords } from "./label-words.tsx";
import { RunVerdictBar } from "./run-verdict-bar.tsx";
import { StepChoice } from "./step-choice.tsx";
import { StepToRead } from "./step-to-read.tsx";
import type { GivenLabels } from "./use-given-labels.ts";
import { useMarkedSteps } from "./use-marked-steps.ts";
import { VerdictBar } from "./verdict-bar.tsx";

interface StepsToLabelProps {
  readonly ask: Asked;
  readonly id: AttemptId;
  readonly view: AttemptView;
  /** The step under the cursor. */
  readonly step: number;
  readonly choose: (step: number) => void;
  readonly own: readonly Label[];
  readonly others: readonly Label[];
  /** Whether scores, the set and what others say may be seen. */
  readonly isShown: boolean;
  readonly reveal: () => void;
  readonly given: GivenLabels;
}

/** The steps to choose from, the chosen one in full, and the possible labels. */
export function StepsToLabel({
  ask,
  id,
  view,
  step,
  choose,
  own,
  others,
  isShown,
  reveal,
  given,
}: StepsToLabelProps): ReactNode {
  const isOfRun = ask === "runs";
  const marked = useMarkedSteps(own);
  const last = view.steps.length - 1;
  const [focusTurn, setFocusTurn] = useState(given.message.turn > 0 ? 1 : 0);
  const move = (target: number) => () => {
    choose(Math.min(Math.max(target, 0), last));
    setFocusTurn(focusTurn + 1);
  };
  useKeys({
    j: move(step + 1),
    k: move(step - 1),
    ArrowDown: move(step + 1),
    ArrowUp: move(step - 1),
    Home: move(0),
    End: move(last),
    s: isShown || isOfRun ? undefined : reveal,
  });
  return (
    <>
      {isOfRun ? (
        <RunVerdictBar id={id} steps={view.steps.length} given={given} />
      ) : (
        <VerdictBar
          id={id}
          steps={view.steps.length}
          step={step}
          marked={marked}
          given={given}
          next={move(step + 1)}
        />
      )}
      <Known
        own={own}
        others={others}
        isShown={isShown}
        reveal={isOfRun ? undefined : reveal}
        given={given}
      />
      <div className="desk-steps">
        <StepChoice
          steps={view.steps}
          step={step}
          choose={choose}
          marked={marked.steps}
          own={own}
          others={isShown ? others : []}
          attribution={isShown && !isOfRun ? view.attribution : undefined}
          focusTurn={focusTurn}
        />
        <StepToRead address={{ ...id, step }} isLinked={isShown || !isOfRun} />
      </div>
    </>
  );
}

function Known({
  own,
  others,
  isShown,
  reveal,
  given,
}: {
  readonly own: readonly Label[];
  readonly others: readonly Label[];
  readonly isShown: boolean;
  /** Absent where nothing may be seen ahead of a label. */
  readonly reveal: (() => void) | undefined;
  readonly given: GivenLabels;
}): ReactNode {
  return (
    <div className="desk-known">
      {own.map((label) => (
        <LabelWords key={label.id} label={label}>
          {given.give !== undefined && (
            <button type="button" onClick={() => given.takeBack(label)}>
              Take back
            </button>
          )}
        </LabelWords>
      ))}
      {isShown && others.map((label) => <LabelWords key={label.id} label={label} />)}
      {!isShown && reveal === undefined && (
        <p className="soft">
          The verdict and other people’s labels stay hidden until you have judged the run, so that they do not
          lead you.
        </p>
      )}
      {!isShown && reveal !== undefined && (
        <p className="soft">
          Scores, the set and other people’s labels stay hidden until you have labelled the attempt, so that
          they do not lead you. Calibration does not use labels of people who have seen scores or the set.{" "}
          <button type="button" onClick={reveal} aria-keyshortcuts="s">
            Show them <kbd>s</kbd>
          </button>
        </p>
      )}
    </div>
  );
}
