import type { ReactNode } from "react";

import type { CandidateView, OpinionView, RoundView } from "../../../src/shared/view/finding-view.ts";
import { ScoreBar } from "../parts/score-bar.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { Blamed, type LinkOf } from "./blamed.tsx";

/** Highest confidence of one evaluator. */
const EACH = 100;

/** The rounds of RAFFLES: what the judge proposed, and what each evaluator said of it. */
export function Rounds({
  rounds,
  linkOf,
}: {
  readonly rounds: readonly RoundView[];
  readonly linkOf: LinkOf;
}): ReactNode {
  return rounds.map(({ candidate, confidence, opinions }, place) => (
    // Rounds never change places.
    // oxlint-disable-next-line react/no-array-index-key
    <section key={place} className="round">
      <h4>
        Round {place + 1}: <Proposal candidate={candidate} linkOf={linkOf} />
        <span className="soft"> confidences sum to {confidence}</span>
      </h4>
      <dl className="pairs">
        {opinions.map((opinion) => (
          <Opinion
            key={opinion.criterion}
            opinion={opinion}
            argued={candidate?.rationales[opinion.criterion]}
          />
        ))}
      </dl>
    </section>
  ));
}

function Proposal({
  candidate,
  linkOf,
}: {
  readonly candidate: CandidateView | undefined;
  readonly linkOf: LinkOf;
}): ReactNode {
  if (candidate === undefined) return "the judge gave no usable answer";
  const { agent, step } = candidate;
  return <Blamed step={step} agents={agent === undefined ? [] : [agent]} linkOf={linkOf} none="no fault" />;
}

function Opinion({
  argued,
  opinion: { confidence, criterion, reason },
}: {
  readonly opinion: OpinionView;
  /** The judge's argument. */
  readonly argued: string | undefined;
}): ReactNode {
  return (
    <div>
      <dt>
        <TraceText text={criterion === "trace" ? "is in the trace" : criterion} />
      </dt>
      <dd>
        {confidence === undefined ? "no usable answer" : <ScoreBar score={confidence / EACH} />}
        {argued !== undefined && (
          <p>
            <span className="soft">Judge:</span> <TraceText text={argued} />
          </p>
        )}
        {reason !== "" && (
          <p>
            <span className="soft">Evaluator:</span> <TraceText text={reason} />
          </p>
        )}
      </dd>
    </div>
  );
}
