import type { ReactNode } from "react";

import type { MessageView } from "../../../src/shared/view/step-detail.ts";
import { LongText } from "../parts/long-text.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { ToolCalls } from "./tool-calls.tsx";

/** The messages that the step wrote. */
export function MessagesTab({ messages }: { readonly messages: readonly MessageView[] }): ReactNode {
  if (messages.length === 0) return <p className="soft">It wrote no messages.</p>;
  return (
    <ol className="messages">
      {messages.map(({ role, name, text, toolCalls, toolCallId }, index) => (
        // Messages of a step never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <p className="message-head">
            <TraceText className="message-role" text={role} />
            {name !== undefined && <TraceText text={name} />}
            {toolCallId !== undefined && <TraceText className="soft" text={`answers ${toolCallId}`} />}
          </p>
          {text === "" ? <p className="soft">No text.</p> : <LongText text={text} />}
          <ToolCalls calls={toolCalls} />
        </li>
      ))}
    </ol>
  );
}
