import type { ReactNode } from "react";

import type { StepDetail } from "../../../src/shared/view/step-detail.ts";
import { DrawnText } from "../parts/drawn-text.tsx";
import { MessageList } from "../parts/message-list.tsx";
import { StepInput } from "../parts/step-input.tsx";
import { ToolCalls } from "../parts/tool-calls.tsx";

/** The input of the step, as messages, beside its output. */
export function InputTab({
  detail,
  note,
}: {
  readonly detail: StepDetail;
  /** The replanning note of the attempt. */
  readonly note: string | undefined;
}): ReactNode {
  return (
    <div className="in-and-out">
      <section className="tab-part" aria-labelledby="step-input">
        <h3 id="step-input">What it was given</h3>
        <StepInput detail={detail} note={note} />
      </section>
      <section className="tab-part" aria-labelledby="step-output">
        <h3 id="step-output">Output</h3>
        <Output detail={detail} />
      </section>
    </div>
  );
}

function Output({ detail: { content, messages, toolCalls } }: { readonly detail: StepDetail }): ReactNode {
  if (messages.length > 0) return <MessageList messages={messages} />;
  if (content === "" && toolCalls.length === 0) return <p className="soft">It wrote no messages.</p>;
  return (
    <>
      {content !== "" && <DrawnText text={content} />}
      <ToolCalls calls={toolCalls} />
    </>
  );
}
