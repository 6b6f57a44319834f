import type { ReactNode } from "react";

import type { FindingsView, FindingView } from "../../../src/shared/view/finding-view.ts";
import { DrawnText } from "../parts/drawn-text.tsx";
import { ScoreBar } from "../parts/score-bar.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import type { Loaded } from "../parts/use-loaded.ts";
import { Blamed, type LinkOf } from "./blamed.tsx";
import { CausalGraph } from "./causal-graph.tsx";
import { methodWords, usageWords } from "./finding-words.ts";
import { Panel } from "./panel.tsx";
import { Rounds } from "./rounds.tsx";

/** Steps whose scores are shown: those with the highest ones. */
const SHOWN = 5;

/** Findings of methods that ask models about an attempt; nothing where there are no findings. */
export function Findings({
  loaded,
  linkOf,
}: {
  readonly loaded: Loaded<FindingsView>;
  readonly linkOf: LinkOf;
}): ReactNode {
  if (loaded.state === "loading") return null;
  if (loaded.state === "failed")
    return (
      <p className="failed" role="alert">
        Could not read what methods said: <TraceText text={loaded.message} />
      </p>
    );
  const { findings, unfit } = loaded.value;
  if (findings.length === 0 && unfit === 0) return null;
  const runs = findings.reduce((most, { run }) => Math.max(most, run), 1);
  return (
    <section className="findings" aria-labelledby="findings-title">
      <h3 id="findings-title">What methods said</h3>
      {unfit > 0 && (
        <p className="soft">{unfit} not shown, of another number of steps than this attempt has.</p>
      )}
      {findings.map((finding, place) => (
        // Findings never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <Finding key={place} finding={finding} title={methodWords(finding, runs)} linkOf={linkOf} />
      ))}
    </section>
  );
}

function Finding({
  finding,
  linkOf,
  title,
}: {
  readonly finding: FindingView;
  readonly linkOf: LinkOf;
  readonly title: string;
}): ReactNode {
  const { agent, graph, origins = [], panel, problems, reason, rounds, step, usage } = finding;
  return (
    <details className="finding">
      <summary>
        <strong>
          <TraceText text={title} />
        </strong>
        {panel?.disagreement.review === true && <span className="doubt-word"> disagrees</span>}
        {": "}
        <TraceText text={blameWords(step, agent)} />
        <span className="soft">; {usageWords(usage)}</span>
      </summary>
      <div className="finding-said">
        <p>
          It blames{" "}
          <Blamed step={step} agents={agent === undefined ? [] : [agent]} linkOf={linkOf} none="no step" />.
        </p>
        {reason !== undefined && reason !== "" && <DrawnText text={reason} />}
        {problems.map((problem) => (
          <TraceText as="p" className="soft" key={problem} text={problem} />
        ))}
        <HighestScores finding={finding} linkOf={linkOf} />
        {rounds !== undefined && <Rounds rounds={rounds} linkOf={linkOf} />}
        {panel !== undefined && <Panel panel={panel} linkOf={linkOf} />}
        {graph !== undefined && <CausalGraph {...{ graph, origins, linkOf }} blamed={step} />}
      </div>
    </details>
  );
}

function blameWords(step: number | undefined, agent: string | undefined): string {
  const named = [
    ...(step === undefined ? [] : [`step ${step + 1}`]),
    ...(agent === undefined ? [] : [agent]),
  ];
  return named.length === 0 ? "no step" : named.join(", ");
}

function HighestScores({
  finding: { reasons = [], scores },
  linkOf,
}: {
  readonly finding: FindingView;
  readonly linkOf: LinkOf;
}): ReactNode {
  const known = scores.flatMap((score, step) => (score === null ? [] : [{ score, step }]));
  const highest = known.toSorted((one, other) => other.score - one.score).slice(0, SHOWN);
  if (highest.length === 0) return <p className="soft">No step has a score.</p>;
  return (
    <>
      <h4>{highest.length < scores.length ? "The highest scores" : "Scores"}</h4>
      <dl className="pairs">
        {highest.map(({ score, step }) => (
          <div key={step}>
            <dt>
              <a href={linkOf(step)}>step {step + 1}</a>
            </dt>
            <dd>
              <ScoreBar score={score} /> <TraceText text={reasons[step] ?? ""} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
