import type { Attribution } from "@langgraph-rollback/attribution";
import type { ReactNode } from "react";

import { excludedWords } from "../../../src/shared/words/excluded-words.ts";
import type { PromiseWords } from "../../../src/shared/words/promise-words.ts";
import { stepsInWords } from "../../../src/shared/words/steps-in-words.ts";
import { ScoreBar } from "../parts/score-bar.tsx";
import { unbroken } from "../parts/unbroken.ts";
import { TraceText } from "../parts/trace-text.tsx";

/** The scorer's opinion of the step, the set's, and their worth. */
export function WhyTab({
  attribution,
  promise,
  step,
  why,
}: {
  readonly attribution: Attribution | undefined;
  readonly promise: PromiseWords | undefined;
  readonly step: number;
  /** Reasons for the step and against it. */
  readonly why: ReactNode;
}): ReactNode {
  if (attribution === undefined || promise === undefined)
    return (
      <p className="soft">
        This attempt was not scored: it was accepted, is under way, or scoring it failed.
      </p>
    );
  const { scores, set, status } = attribution;
  const score = scores[step];
  const excluded = excludedWords(attribution);
  return (
    <>
      <dl className="pairs">
        <div>
          <dt>score</dt>
          <dd>
            {score === undefined ? "none" : <ScoreBar score={score} />}
            {score !== undefined && (
              <span className="soft">
                {" "}
                rank {1 + scores.filter((other) => other > score).length} of {scores.length}, 1 is most
                suspicious
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>set</dt>
          <dd>
            {status === "unbounded"
              ? "no bound, so all steps"
              : `${set.steps.includes(step) ? "this step is in it" : "this step is outside of it"}: ${stepsInWords(set.steps)} of ${scores.length}`}
          </dd>
        </div>
      </dl>
      {excluded !== undefined && <p>{excluded}</p>}
      <section className="tab-part" aria-labelledby="why-title">
        <h3 id="why-title">Why this step is suspected</h3>
        {why}
      </section>
      <PromiseBox promise={promise} />
      <p className="soft">
        Scorer <TraceText className="mono" text={attribution.scorerFingerprint} />
      </p>
    </>
  );
}

function PromiseBox({ promise }: { readonly promise: PromiseWords }): ReactNode {
  const { short, isPromised, meaning, doubts, remarks } = promise;
  return (
    <section className={doubts.length > 0 ? "promise doubtful" : "promise"}>
      <h3>
        {unbroken(short)}
        {isPromised && doubts.length > 0 && <span className="doubt-word"> not to be relied on</span>}
      </h3>
      {doubts.map((doubt) => (
        <TraceText as="p" key={doubt} text={doubt} />
      ))}
      <p>{unbroken(meaning)}</p>
      {remarks.map((remark) => (
        <TraceText as="p" key={remark} className="soft" text={unbroken(remark)} />
      ))}
    </section>
  );
}
