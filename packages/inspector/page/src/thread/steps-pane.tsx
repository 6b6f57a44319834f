import type { Attribution } from "@langgraph-rollback/attribution";
import { type ReactNode, useMemo } from "react";

import type { Label } from "../../../src/shared/labels/label.ts";
import type { StepValues } from "../../../src/shared/view/step-values.ts";
import { whatTheSetIs } from "../../../src/shared/words/decision-words.ts";
import { outcomeWords, rejection } from "../../../src/shared/words/outcome-words.ts";
import { excludedWords } from "../../../src/shared/words/excluded-words.ts";
import type { PromiseWords } from "../../../src/shared/words/promise-words.ts";
import { stepsInWords } from "../../../src/shared/words/steps-in-words.ts";
import { unbroken } from "../parts/unbroken.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { labelMarks } from "./label-marks.ts";
import type { Selection } from "./selection.ts";
import { StepList } from "./step-list.tsx";
import { stepRows } from "./step-rows.ts";

/** The steps of the attempt, what its set says, and how it ended. */
export function StepsPane({
  selection,
  promise,
  labels,
  values,
  onSelect,
}: {
  readonly selection: Selection;
  readonly promise: PromiseWords | undefined;
  /** Labels of this attempt. */
  readonly labels: readonly Label[];
  /** Origins of the selected step's values, once they are known. */
  readonly values: StepValues | undefined;
  readonly onSelect: (step: number) => void;
}): ReactNode {
  const { attempt, step } = selection;
  const rows = useMemo(() => stepRows(attempt), [attempt]);
  const marks = useMemo(() => labelMarks(labels), [labels]);
  return (
    <section
      className={
        promise !== undefined && promise.doubts.length > 0
          ? "pane steps-pane doubtful-set"
          : "pane steps-pane"
      }
      aria-labelledby="steps-title"
    >
      <h2 id="steps-title" className="pane-title">
        Steps <span className="soft">of attempt {attempt.attempt}</span>
      </h2>
      {promise !== undefined && <SetLine selection={selection} promise={promise} />}
      {promise !== undefined && <p className="set-meaning">{whatTheSetIs(attempt.attribution ?? {})}</p>}
      {rows.length === 0 ? (
        <p className="soft pane-empty">This attempt has no steps yet.</p>
      ) : (
        <StepList
          key={attempt.attempt}
          rows={rows}
          selected={step?.index ?? 0}
          marks={marks}
          values={values}
          onSelect={onSelect}
        />
      )}
      <VerifierRow selection={selection} />
    </section>
  );
}

function SetLine({
  selection,
  promise,
}: {
  readonly selection: Selection;
  readonly promise: PromiseWords;
}): ReactNode {
  const { attribution } = selection.attempt;
  if (attribution === undefined) return null;
  const isDoubtful = promise.doubts.length > 0;
  return (
    <p className={isDoubtful ? "set-line doubtful" : "set-line"}>
      {attribution.status === "bounded" ? (
        <>
          <span className="set-swatch" aria-hidden="true" /> Set: {stepsInWords(attribution.set.steps)} of{" "}
          {selection.attempt.steps.length}, {unbroken(promise.short)}
          {isDoubtful && promise.isPromised && <strong className="doubt-word"> not to be relied on</strong>}
          <Excluded attribution={attribution} />
        </>
      ) : (
        <>
          No bound: <TraceText text={attribution.reason} />
        </>
      )}
    </p>
  );
}

/** Why the step with the highest score is not in the set, where it is not. */
function Excluded({ attribution }: { readonly attribution: Attribution }): ReactNode {
  const words = excludedWords(attribution);
  return words === undefined ? null : <span className="set-excluded">{words}</span>;
}

/** The last word on the attempt: the verifier's, or why there is none. */
function VerifierRow({ selection }: { readonly selection: Selection }): ReactNode {
  const { attempt } = selection;
  const { mark, word, tone } = outcomeWords(attempt);
  const why = rejection(attempt) ?? attempt.problem?.message;
  return (
    <p className={`verifier tone-${tone}`}>
      <span className="verifier-mark" aria-hidden="true">
        {mark}
      </span>
      <span>
        <strong>{word}</strong>
        {why !== undefined && (
          <>
            : <TraceText text={why} />
          </>
        )}
      </span>
    </p>
  );
}
