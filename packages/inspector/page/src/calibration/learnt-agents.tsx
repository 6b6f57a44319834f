import type { ReactNode } from "react";

import type { LearningView, LearntAgent } from "../../../src/shared/view/learning-view.ts";
import { FiguresTable } from "../parts/figures-table.tsx";
import { Moment } from "../parts/moment.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { unbroken } from "../parts/unbroken.ts";
import { CHANGES, madeTable, didTable, evidenceWords, countedWords } from "./learnt-words.ts";

/** What each agent has learnt from its own runs, and what each version did; nothing where no agent learns. */
export function LearntAgents({ view }: { readonly view: LearningView }): ReactNode {
  if (view.agents.length === 0) return undefined;
  return (
    <section className="learnt" aria-label="Learnt from its own runs">
      <h2>Learnt from its own runs</h2>
      {view.agents.map((agent) => (
        <Learnt key={agent.agent} agent={agent} counted={countedWords(view)} />
      ))}
    </section>
  );
}

function Learnt({
  agent,
  counted,
}: {
  readonly agent: LearntAgent;
  /** In which threads failed runs were counted, as a sentence. */
  readonly counted: string;
}): ReactNode {
  const { changes, inForce, isPromised, promise } = agent;
  return (
    <article className="learnt-agent">
      <h3>
        Agent <TraceText text={agent.agent} />
      </h3>
      <div className={isPromised ? "promise-lines" : "promise-lines none"}>
        <p>
          <TraceText text={unbroken(inForce)} />
        </p>
        <p>
          <TraceText text={unbroken(promise)} />
        </p>
      </div>
      <p className="soft">{evidenceWords(agent)}</p>
      <h4>Its versions</h4>
      <FiguresTable {...madeTable(agent)} />
      <h4>What each version promised and did</h4>
      <FiguresTable {...didTable(agent)} />
      <p className="soft">{counted}</p>
      {changes.length > 0 && (
        <details>
          <summary>What came, and why</summary>
          <ol>
            {changes.map(({ at, change, reason }) => (
              <li key={`${at} ${change} ${reason}`}>
                <Moment iso={at} /> {CHANGES[change]}: <TraceText text={unbroken(reason)} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </article>
  );
}
