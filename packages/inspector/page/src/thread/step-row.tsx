import type { ReactNode } from "react";

import { scoreFigure } from "../../../src/shared/words/score-figure.ts";
import { ScoreBar } from "../parts/score-bar.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { durationInWords } from "./duration-in-words.ts";
import type { StepRow } from "./step-rows.ts";

/** Deeper subgraphs are not moved in any further, so that text keeps its room. */
const DEEPEST = 5;

/** Content of one row of the list; the list describes it to screen readers. */
export function StepRowContent({
  row,
  mark,
}: {
  readonly row: StepRow;
  readonly mark: string | undefined;
}): ReactNode {
  const { step, score, set } = row;
  const cost = costOf(row).join(", ");
  return (
    <span className="row-content" aria-hidden="true">
      {row.before !== undefined && (
        <span className={`row-point row-point-${row.before}`}>
          {row.before === "rewound" ? "↩ rewound to here" : "this attempt starts here"}
        </span>
      )}
      <span className="row-number">{step.index + 1}</span>
      {row.beside !== undefined && (
        <span className={`row-beside row-beside-${row.beside}`} title="ran side by side" />
      )}
      <span className="row-text" style={{ paddingInlineStart: `${12 * Math.min(DEEPEST, step.depth)}px` }}>
        <span className="row-head">
          {step.depth > 0 && (
            <span
              className="row-depth"
              title={`inside of ${step.depth} subgraph${step.depth === 1 ? "" : "s"}`}
            >
              └
            </span>
          )}
          <TraceText className="row-agent" text={agentOf(row)} />
          {step.tools.length > 0 && <TraceText className="row-tools" text={`→ ${toolsOf(row)}`} />}
          {step.error !== undefined && <span className="row-tag row-tag-bad">✕ threw</span>}
          {row.watched?.map(({ isBad, text, words }) => (
            <span key={words} className={isBad ? "row-tag row-tag-bad" : "row-tag"}>
              {text}
            </span>
          ))}
          {mark !== undefined && <span className="row-tag row-tag-label">{mark}</span>}
          {row.isKept && <span className="row-tag">kept</span>}
          {cost !== "" && <span className="row-tag row-cost">{cost}</span>}
        </span>
        <TraceText className="row-summary" text={step.error ?? step.summary} />
      </span>
      {score !== undefined && <ScoreBar score={score} />}
      {set !== undefined && (
        <span className={`row-set row-set-${set}`}>
          {(set === "first" || set === "only") && <span>set</span>}
        </span>
      )}
    </span>
  );
}

function agentOf({ step }: StepRow): string {
  return step.node === undefined || step.node === step.agent ? step.agent : `${step.node}: ${step.agent}`;
}

function toolsOf({ step }: StepRow): string {
  return [...new Set(step.tools)].join(", ");
}

/** How long it took and how many tokens it used, as far as known. A kept step took its time in the attempt before. */
function costOf({ step: { ms, tokens } }: StepRow): readonly string[] {
  return [
    ...(ms === undefined ? [] : [durationInWords(ms)]),
    ...(tokens === undefined ? [] : [tokensOf(tokens)]),
  ];
}

/** All that a row shows, in words. */
export function rowInWords(row: StepRow, mark: string | undefined): string {
  const { step, score, set } = row;
  return [
    `Step ${step.index + 1}, ${agentOf(row)}`,
    ...(step.tools.length === 0 ? [] : [`asks for ${toolsOf(row)}`]),
    ...(score === undefined ? [] : [`score ${scoreFigure(score)}`]),
    ...(set === undefined ? [] : ["in the set"]),
    ...(mark === undefined ? [] : [mark]),
    ...(row.before === "rewound" ? ["the graph was rewound to here"] : []),
    ...(row.before === "forked" ? ["this attempt starts here"] : []),
    ...(row.isKept ? ["kept from the attempt before"] : []),
    ...(row.beside === undefined ? [] : ["ran side by side with its neighbour"]),
    ...(step.depth === 0 ? [] : [`inside of ${step.depth} subgraph${step.depth === 1 ? "" : "s"}`]),
    ...costOf(row),
    ...(step.error === undefined ? [] : ["threw"]),
    ...(row.watched ?? []).map(({ words }) => words),
    step.error ?? step.summary,
  ].join(", ");
}

function tokensOf({ input, output, cacheRead = 0 }: NonNullable<StepRow["step"]["tokens"]>): string {
  const cached = cacheRead === 0 ? "" : `, ${cacheRead.toLocaleString("en")} of them cached`;
  return `${(input + output).toLocaleString("en")} tokens${cached}`;
}
