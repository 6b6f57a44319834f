import { type ReactNode, useRef, useState } from "react";

import { attemptKey, type AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import type { LabelVerdict } from "../../../src/shared/labels/label.ts";
import { stepsInWords } from "../../../src/shared/words/steps-in-words.ts";
import { useInSight } from "../parts/use-in-sight.ts";
import { useKeys } from "../parts/use-keys.ts";
import { decisiveVerdict } from "./labels-of-attempt.ts";
import { wereScoresInView } from "./scores-in-view.ts";
import type { GivenLabels } from "./use-given-labels.ts";
import { shownVerdict } from "./shown-verdict.ts";
import { ReasonField, TakeBack, VerdictButton } from "./verdict-parts.tsx";
import type { MarkedSteps } from "./use-marked-steps.ts";
import { verdictWords } from "./verdict-words.ts";

interface VerdictBarProps {
  readonly id: AttemptId;
  /** Number of the attempt's steps. */
  readonly steps: number;
  /** The step under the cursor. */
  readonly step: number;
  /** Steps that are decisive together with the one under the cursor. */
  readonly marked: MarkedSteps;
  readonly given: GivenLabels;
  /** Moves to the next step once this one is ruled out. */
  readonly next: () => void;
}

/** The possible labels of an attempt and of its step. */
export function VerdictBar({ id, steps, step, marked, given, next }: VerdictBarProps): ReactNode {
  const [reason, setReason] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const { give } = given;
  const say = (verdict: LabelVerdict) => () => {
    if (give === undefined) return;
    const { thread, run, attempt } = id;
    const why = reason.trim();
    const scoresInView = wereScoresInView(id);
    const label = { thread, run, attempt, steps, verdict, scoresInView };
    give({ ...label, ...(why === "" ? {} : { reason: why }) }, () => {
      setReason("");
      if (verdict.kind !== "not-this") return marked.clear();
      marked.remove(step);
      next();
    });
  };
  const { ofAttempt, ofStep } = useShownVerdicts(id, step, given);
  const named = decisiveVerdict(new Set([...marked.steps, step]));
  const decisive = ofStep(say(named));
  const mark = ofStep(() => give !== undefined && marked.toggle(step));
  const notThis = ofStep(say({ kind: "not-this", step }));
  const none = ofAttempt(say({ kind: "none" }));
  const unsure = ofAttempt(say({ kind: "unsure" }));
  useKeys({ Enter: decisive }, isNoControl);
  useKeys({ d: decisive, a: mark, x: notThis, n: none, m: unsure, r: () => field.current?.focus() });
  if (give === undefined) return undefined;
  return (
    <section className="verdict-bar" aria-label="Your label">
      <div className="verdict-buttons">
        <VerdictButton keyName="d" say={decisive} isMain>
          {upperFirst(verdictWords(named))} <kbd>Enter</kbd>
        </VerdictButton>
        <VerdictButton keyName="a" say={mark} isPressed={marked.steps.has(step)}>
          Step {step + 1} among several
        </VerdictButton>
        <VerdictButton keyName="x" say={notThis}>
          Not step {step + 1}
        </VerdictButton>
        <VerdictButton keyName="n" say={none}>
          No step at fault
        </VerdictButton>
        <VerdictButton keyName="m" say={unsure}>
          Maybe: not sure
        </VerdictButton>
        <TakeBack given={given} />
      </div>
      <Marked steps={marked.steps} />
      <ReasonField keyName="r" field={field} reason={reason} change={setReason} />
    </section>
  );
}

/** Elsewhere Enter presses a button, follows a link or opens a list. */
const isNoControl = (target: Element): boolean => target.closest("a, button, summary") === null;

/** Guards verdicts on the step under the cursor, and on its attempt, as `shownVerdict` says. */
function useShownVerdicts(
  id: AttemptId,
  step: number,
  given: GivenLabels,
): Record<"ofAttempt" | "ofStep", (say: () => void) => (event: Event) => void> {
  const attempt = attemptKey(id);
  const isAttemptInSight = useInSight(attempt);
  const isStepInSight = useInSight(`${attempt} ${step}`);
  return {
    ofAttempt: (say) => shownVerdict(say, isAttemptInSight, given),
    ofStep: (say) => shownVerdict(say, isStepInSight, given),
  };
}

/** Which steps are marked and what to do next. It stays while empty: screen readers announce only what changes. */
function Marked({ steps }: { readonly steps: ReadonlySet<number> }): ReactNode {
  const marked = [...steps].toSorted((a, b) => a - b);
  return (
    <output className="verdict-marked">
      {marked.length > 0 && (
        <>
          Marked: {stepsInWords(marked)}. <kbd>d</kbd> labels the marked steps and the current step together.{" "}
          <kbd>a</kbd> on a marked step removes its mark.
        </>
      )}
    </output>
  );
}

const upperFirst = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
