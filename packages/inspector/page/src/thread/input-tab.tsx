import { type ReactNode, useState } from "react";

import type { MessageView, StepDetail } from "../../../src/shared/view/step-detail.ts";
import { JsonTree } from "../parts/json-tree.tsx";
import { DrawnText } from "../parts/drawn-text.tsx";
import { MessageList } from "./message-list.tsx";
import { ToolCalls } from "./tool-calls.tsx";

/** Messages that are shown at first: the instructions, and the newest, which the step answered. */
const NEWEST = 6;

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
        <Input detail={detail} note={note} />
      </section>
      <section className="tab-part" aria-labelledby="step-output">
        <h3 id="step-output">Output</h3>
        <Output detail={detail} />
      </section>
    </div>
  );
}

function Input({
  detail: { input, seen, unseen = 0 },
  note,
}: {
  readonly detail: StepDetail;
  readonly note: string | undefined;
}): ReactNode {
  const isInMessages = note === undefined || (seen ?? []).some(({ text }) => text.includes(note));
  return (
    <>
      {!isInMessages && (
        <div className="note-apart">
          <p className="message-head">
            <span className="note-word">replanning note</span>
            <span className="soft">not among the messages; the node can read it</span>
          </p>
          <DrawnText text={note} />
        </div>
      )}
      {seen === undefined || seen.length === 0 ? (
        input === undefined ? (
          <p className="soft">No input messages are stored. The State tab has the state before the step.</p>
        ) : (
          <JsonTree value={input} isOpen />
        )
      ) : (
        <Seen messages={seen} unseen={unseen} note={note} />
      )}
      <p className="soft">
        From the checkpoint before the step. A prompt or tools that the node adds in its own code are not in
        it.
      </p>
    </>
  );
}

function Seen({
  messages,
  unseen,
  note,
}: {
  readonly messages: readonly MessageView[];
  readonly unseen: number;
  readonly note: string | undefined;
}): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const leading = messages.findIndex(({ role }) => role !== "system" && role !== "developer");
  const led = leading < 0 ? messages.length : leading;
  const hidden = isWhole ? 0 : Math.max(0, messages.length - led - NEWEST);
  return (
    <>
      {led > 0 && <MessageList messages={messages.slice(0, led)} note={note} />}
      {unseen > 0 && (
        <p className="soft">
          {unseen.toLocaleString("en")} older {unseen === 1 ? "message is" : "messages are"} left out here.
        </p>
      )}
      {hidden > 0 && (
        <button type="button" className="more" onClick={() => setWhole(true)}>
          Show {hidden} earlier {hidden === 1 ? "message" : "messages"}
        </button>
      )}
      <MessageList messages={messages.slice(led + hidden)} note={note} from={led + hidden} />
    </>
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
