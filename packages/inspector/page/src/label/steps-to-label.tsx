import { type ReactNode, useState } from "react";

import type { AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import type { Label } from "../../../src/shared/labels/label.ts";
import type { AttemptToLabel } from "../../../src/shared/view/attempt-to-label.ts";
import type { LabelQueue } from "../routing/route.ts";
import { Findings } from "../findings/findings.tsx";
import { useFindings } from "../findings/use-findings.ts";
import { hrefOf } from "../routing/route.ts";
import { useKeys } from "../parts/use-keys.ts";
import { KnownOfAttempt } from "./known-of-attempt.tsx";
import { RunVerdictBar } from "./run-verdict-bar.tsx";
import { StepChoice } from "./step-choice.tsx";
import { StepToRead } from "./step-to-read.tsx";
import { useScoresInView } from "./scores-in-view.ts";
import type { GivenLabels } from "./use-given-labels.ts";
import { useMarkedSteps } from "./use-marked-steps.ts";
import { useTypedStep } from "./use-typed-step.ts";
import { VerdictBar } from "./verdict-bar.tsx";

interface StepsToLabelProps {
  readonly ask: LabelQueue;
  readonly id: AttemptId;
  readonly view: AttemptToLabel;
  /** The step under the cursor. */
  readonly step: number;
  readonly choose: (step: number) => void;
  readonly own: readonly Label[];
  /** Absent while they would lead the labeller. */
  readonly others: readonly Label[] | undefined;
  /** Whether the labeller has judged the attempt, or nobody is to. */
  readonly isJudged: boolean;
  readonly given: GivenLabels;
}

/** The steps to choose from, the chosen one in full, and the possible labels. */
export function StepsToLabel(props: StepsToLabelProps): ReactNode {
  const { ask, given, id, isJudged, others, own, step, view } = props;
  const marked = useMarkedSteps(own);
  // They would lead the labeller as the scores would, and say nothing of a run to judge right or wrong.
  const findings = useFindings(id, isJudged && ask === undefined);
  useScoresInView(id, findings.state === "there" && findings.value.findings.length > 0);
  const last = view.steps.length - 1;
  const [focusTurn, setFocusTurn] = useState(given.message.turn > 0 ? 1 : 0);
  const moveTo = (target: number) => {
    props.choose(Math.min(Math.max(target, 0), last));
    setFocusTurn(focusTurn + 1);
  };
  const move = (target: number) => () => moveTo(target);
  useKeys({
    j: move(step + 1),
    k: move(step - 1),
    ArrowDown: move(step + 1),
    ArrowUp: move(step - 1),
    Home: move(0),
    End: move(last),
  });
  useTypedStep(step, view.steps.length, moveTo);
  return (
    <>
      {ask === "runs" ? (
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
      <KnownOfAttempt {...{ ask, given, isJudged, others, own }} attribution={view.attribution} />
      <div className="desk-steps">
        <StepChoice
          steps={view.steps}
          step={step}
          choose={props.choose}
          marked={marked.steps}
          own={own}
          others={others ?? []}
          attribution={view.attribution}
          focusTurn={focusTurn}
        />
        <StepToRead address={{ ...id, step }} isLinked={isJudged} />
      </div>
      <Findings loaded={findings} linkOf={(at) => hrefOf({ page: "label", ...id, step: at, ask })} />
    </>
  );
}
