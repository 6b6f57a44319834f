import type { Attribution } from "@langgraph-rollback/attribution";
import type { ReactNode } from "react";

import type { Label } from "../../../src/shared/labels/label.ts";
import type { LabelQueue } from "../routing/route.ts";
import { LabelWords } from "./label-words.tsx";
import { scorerWords } from "./scorer-words.ts";
import type { GivenLabels } from "./use-given-labels.ts";

/** The labels of an attempt and what the scorer thought of it, as far as they may be seen. */
export function KnownOfAttempt({
  ask,
  own,
  others,
  isJudged,
  attribution,
  given,
}: {
  readonly ask: LabelQueue;
  readonly own: readonly Label[];
  readonly others: readonly Label[] | undefined;
  readonly isJudged: boolean;
  readonly attribution: Attribution | undefined;
  readonly given: GivenLabels;
}): ReactNode {
  const thought = scorerWords(attribution, own);
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
      {others?.map((label) => (
        <LabelWords key={label.id} label={label} />
      ))}
      {thought !== undefined && <p>{thought}</p>}
      {!isJudged && (
        <p className="soft">
          {ask === "runs"
            ? "The verdict and other people’s labels stay hidden until you have judged the run, so that they do not lead you."
            : "Scores, the set and other people’s labels stay hidden until you have labelled the attempt, so that they do not lead you."}
        </p>
      )}
    </div>
  );
}
