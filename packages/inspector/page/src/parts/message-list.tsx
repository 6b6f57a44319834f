import type { ReactNode } from "react";

import type { MessageView } from "../../../src/shared/view/step-detail.ts";
import { DrawnText } from "./drawn-text.tsx";
import { TraceText } from "./trace-text.tsx";
import { ToolCalls } from "./tool-calls.tsx";

/** Chat messages, oldest first. */
export function MessageList({
  messages,
  note,
  from = 0,
}: {
  readonly messages: readonly MessageView[];
  /** The replanning note, to tell it from the messages of people and agents. */
  readonly note?: string | undefined;
  /** Messages before these that are not shown. */
  readonly from?: number;
}): ReactNode {
  return (
    <ol className="messages">
      {messages.map((message, index) => (
        // Messages of a step never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={from + index}>
          <Message message={message} isNote={note !== undefined && message.text.includes(note)} />
        </li>
      ))}
    </ol>
  );
}

function Message({
  message: { role, name, text, toolCalls, toolCallId },
  isNote,
}: {
  readonly message: MessageView;
  readonly isNote: boolean;
}): ReactNode {
  return (
    <>
      <p className="message-head">
        <TraceText className="message-role" text={role} />
        {name !== undefined && <TraceText text={name} />}
        {toolCallId !== undefined && <TraceText className="soft" text={`answers ${toolCallId}`} />}
        {isNote && <span className="note-word">replanning note</span>}
      </p>
      {text !== "" && <DrawnText text={text} />}
      {text === "" && toolCalls.length === 0 && <p className="soft">No text.</p>}
      <ToolCalls calls={toolCalls} />
    </>
  );
}
