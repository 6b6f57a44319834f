import { type ReactNode, useState } from "react";

import type { MessageView, StepDetail } from "../../../src/shared/view/step-detail.ts";
import { DrawnText } from "./drawn-text.tsx";
import { JsonTree } from "./json-tree.tsx";
import { MessageList } from "./message-list.tsx";

/** Messages that are shown at first: the instructions, and the newest, which the step answered. */
const NEWEST = 6;

/** The input of a step, as messages or as the argument that it was sent. */
export function StepInput({
  detail: { input, seen, unseen = 0 },
  note,
}: {
  readonly detail: Pick<StepDetail, "input" | "seen" | "unseen">;
  /** The replanning note of the attempt, to tell it from the messages. */
  readonly note?: string | undefined;
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
