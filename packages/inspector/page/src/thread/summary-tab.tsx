import type { ReactNode } from "react";

import type { StepDetail } from "../../../src/shared/view/step-detail.ts";
import { LongText } from "../parts/long-text.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import type { Counterpart } from "./counterpart.ts";
import { ToolCalls } from "../parts/tool-calls.tsx";

/** The step's output or action. */
export function SummaryTab({
  detail,
  counterpart,
}: {
  readonly detail: StepDetail;
  readonly counterpart: Counterpart | undefined;
}): ReactNode {
  const { content, toolCalls, error } = detail;
  return (
    <>
      {error !== undefined && (
        <p className="thrown">
          ✕ <strong>threw</strong> <TraceText text={`${error.name}: ${error.message}`} />
        </p>
      )}
      {content === "" ? <p className="soft">It has no output.</p> : <LongText text={content} />}
      {counterpart !== undefined && (
        <section className="counterpart">
          <h3>
            The same step in <a href={counterpart.href}>attempt {counterpart.attempt}</a>
          </h3>
          <TraceText as="p" text={counterpart.step.error ?? counterpart.step.summary} />
        </section>
      )}
      {toolCalls.length > 0 && (
        <section className="tab-part">
          <h3>Tool calls</h3>
          <ToolCalls calls={toolCalls} />
        </section>
      )}
      <StepPairs detail={detail} />
    </>
  );
}

/** Channels that it wrote to, its tokens and its origin. */
function StepPairs({ detail }: { readonly detail: StepDetail }): ReactNode {
  const { tokens, origin, writes } = detail;
  return (
    <dl className="pairs">
      {writes.length > 0 && (
        <div>
          <dt>wrote to</dt>
          <dd>
            <TraceText text={[...new Set(writes.map(({ channel }) => channel))].join(", ")} />
          </dd>
        </div>
      )}
      {tokens !== undefined && (
        <div>
          <dt>tokens</dt>
          <dd>
            {tokens.input.toLocaleString("en")} in, {tokens.output.toLocaleString("en")} out
          </dd>
        </div>
      )}
      {origin !== undefined && (
        <>
          {origin.namespace !== "" && (
            <div>
              <dt>namespace</dt>
              <dd>
                <TraceText className="mono" text={origin.namespace} />
              </dd>
            </div>
          )}
          <div>
            <dt>from checkpoint</dt>
            <dd>
              <TraceText className="mono" text={origin.before} />
            </dd>
          </div>
        </>
      )}
    </dl>
  );
}
