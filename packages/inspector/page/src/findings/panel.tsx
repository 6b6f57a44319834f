import type { ReactNode } from "react";

import type { PanelView, VoteView } from "../../../src/shared/view/finding-view.ts";
import { ScoreBar } from "../parts/score-bar.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { Blamed, type LinkOf } from "./blamed.tsx";
import { disagreementWords } from "./finding-words.ts";

/** ECHO's panel: how far it agrees, each vote, and what did not win. */
export function Panel({ panel, linkOf }: { readonly panel: PanelView; readonly linkOf: LinkOf }): ReactNode {
  const { agreement, alternatives, votes } = panel;
  const doubts = disagreementWords(panel);
  return (
    <>
      <h4>The panel</h4>
      {doubts.length === 0 ? (
        <p>
          It agrees: of the votes’ weight, {agreement.agent.toFixed(2)} backs the agent and{" "}
          {agreement.step.toFixed(2)} the step.
        </p>
      ) : (
        <p>
          <strong className="doubt-word">It disagrees; a person should look.</strong> {doubts.join(" ")} Of
          the votes’ weight, {agreement.agent.toFixed(2)} backs the agent and {agreement.step.toFixed(2)} the
          step.
        </p>
      )}
      <dl className="pairs">
        {votes.map((vote) => (
          <Vote key={`${vote.role} ${vote.subject}`} vote={vote} linkOf={linkOf} />
        ))}
      </dl>
      {alternatives.length > 0 && (
        <>
          <h4>What did not win</h4>
          <ul>
            {alternatives.map(({ agents, reason, roles, step, weight }) => (
              <li key={`${step} ${agents.join(" ")}`}>
                <Blamed step={step} agents={agents} linkOf={linkOf} none="nobody" />, weight{" "}
                {weight.toFixed(2)}, held possible by <TraceText text={roles.join(", ")} />.{" "}
                <TraceText text={reason} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Vote({
  linkOf,
  vote: { agents, confidence, counted, reason, role, step, subject },
}: {
  readonly vote: VoteView;
  readonly linkOf: LinkOf;
}): ReactNode {
  return (
    <div>
      <dt>
        <TraceText text={role} />
        {subject !== "both" && ` on the ${subject}`}
      </dt>
      <dd>
        <ScoreBar score={confidence} />{" "}
        <Blamed step={step} agents={agents} linkOf={linkOf} none="blames nobody" />
        {!counted && <span className="soft"> does not count</span>}
        {reason !== "" && <TraceText as="p" text={reason} />}
      </dd>
    </div>
  );
}
