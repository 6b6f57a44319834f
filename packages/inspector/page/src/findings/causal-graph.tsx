import { type ReactNode, useState } from "react";

import type { CausalGraphView, OriginView } from "../../../src/shared/view/finding-view.ts";
import { stepsInWords } from "../../../src/shared/words/steps-in-words.ts";
import { OriginLines } from "../parts/origin-lines.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import type { LinkOf } from "./blamed.tsx";
import { originWords } from "./finding-words.ts";
import { type Cause, causesOf, type GraphRow, graphRows, rowOfStep } from "./graph-rows.ts";

/** Height of a row, as in the style. */
const ROW = 30;

/** CHIEF's graph: subtasks, the agents in each, and for the chosen one lines from the nodes that lead to it. */
export function CausalGraph({
  graph,
  origins,
  blamed,
  linkOf,
}: {
  readonly graph: CausalGraphView;
  readonly origins: readonly OriginView[];
  /** The step that the method blames. */
  readonly blamed: number | undefined;
  readonly linkOf: LinkOf;
}): ReactNode {
  const rows = graphRows(graph);
  const [chosen, choose] = useState(() => rowOfStep(rows, blamed));
  const causes = causesOf(graph, rows, chosen);
  const row = rows[chosen];
  return (
    <>
      {origins.length > 0 && (
        <>
          <h4>Origins</h4>
          <ul>
            {origins.map((origin) => (
              <li key={origin.step}>
                <a href={linkOf(origin.step)}>Step {origin.step + 1}</a> {originWords(origin)}
              </li>
            ))}
          </ul>
        </>
      )}
      <h4>Causes</h4>
      <p className="soft">Choose a subtask or an agent to see what leads to it.</p>
      <div className="graph">
        <OriginLines
          from={[...new Set(causes.map(({ from }) => from))].filter((from) => from < chosen).map(middleOf)}
          to={middleOf(chosen)}
        />
        <ul>
          {rows.map((each, place) => (
            // Rows never change places.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={place}>
              <button
                type="button"
                className={"subtask" in each ? "graph-row graph-subtask" : "graph-row"}
                aria-pressed={place === chosen}
                onClick={() => choose(place)}
              >
                <RowName row={each} /> <span className="soft">{stepsOf(each)}</span>
                {isBlamed(each, blamed) && <span className="graph-blamed">blamed</span>}
              </button>
            </li>
          ))}
        </ul>
      </div>
      {row !== undefined && <Node row={row} rows={rows} causes={causes} linkOf={linkOf} />}
    </>
  );
}

const middleOf = (row: number): number => ROW * row + ROW / 2;

const isBlamed = (row: GraphRow, step: number | undefined): boolean =>
  step !== undefined && "agent" in row && row.agent.steps.includes(step);

function stepsOf(row: GraphRow): string {
  if ("agent" in row) return stepsInWords(row.agent.steps);
  const { end, start } = row.subtask;
  return start === end ? `step ${start + 1}` : `steps ${start + 1} to ${end + 1}`;
}

function RowName({ row }: { readonly row: GraphRow }): ReactNode {
  return (
    <TraceText text={"agent" in row ? row.agent.agent : `Subtask ${row.place + 1}, ${row.subtask.name}`} />
  );
}

/** The chosen node in full: what it is, and each edge that leads to it. */
function Node({
  causes,
  linkOf,
  row,
  rows,
}: {
  readonly row: GraphRow;
  readonly rows: readonly GraphRow[];
  readonly causes: readonly Cause[];
  readonly linkOf: LinkOf;
}): ReactNode {
  return (
    <section className="graph-node" aria-live="polite">
      <h5>
        <RowName row={row} />
      </h5>
      <NodeFacts row={row} />
      {causes.length === 0 ? (
        <p className="soft">Nothing in the graph leads to it.</p>
      ) : (
        <ul>
          {causes.map((cause, place) => (
            // Edges never change places.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={place}>
              <CauseLine cause={cause} rows={rows} linkOf={linkOf} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function CauseLine({
  cause: { data, from, patterns, type },
  linkOf,
  rows,
}: {
  readonly cause: Cause;
  readonly rows: readonly GraphRow[];
  readonly linkOf: LinkOf;
}): ReactNode {
  const source = rows[from];
  return (
    <>
      <TraceText text={type} /> from {source !== undefined && <RowName row={source} />}
      {data !== undefined && (
        <>
          : <a href={linkOf(data.from)}>step {data.from + 1}</a> gave <TraceText text={`“${data.output}”`} />,{" "}
          <a href={linkOf(data.to)}>step {data.to + 1}</a> used <TraceText text={`“${data.input}”`} />
        </>
      )}
      {patterns.map(({ anomaly, bias }) => (
        <p key={`${bias} ${anomaly}`} className="soft">
          If <TraceText text={bias} /> there, here <TraceText text={anomaly} />
        </p>
      ))}
    </>
  );
}

function NodeFacts({ row }: { readonly row: GraphRow }): ReactNode {
  const facts =
    "agent" in row
      ? [
          ["saw", row.agent.otar?.observation],
          ["thought", row.agent.otar?.thought],
          ["did", row.agent.otar?.action],
          ["result", row.agent.otar?.result],
        ]
      : [
          ["goal", row.subtask.goal],
          ["should have", row.subtask.oracle.goal],
          ["accepted if", row.subtask.oracle.acceptance.join("; ")],
        ];
  const said = facts.filter(([, text]) => text !== undefined && text !== "");
  if (said.length === 0) return null;
  return (
    <dl className="pairs">
      {said.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <TraceText text={text ?? ""} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
