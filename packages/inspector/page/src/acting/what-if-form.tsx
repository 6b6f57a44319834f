import { type ReactNode, useState } from "react";

import type { ActingView } from "../../../src/shared/acting/acting-view.ts";
import { effectWords } from "../../../src/shared/words/effect-words.ts";
import { whatIfWords } from "../../../src/shared/words/what-if-words.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { ActionForm } from "./dialog-parts.tsx";
import { useActing } from "./use-acting.ts";

/** A retry on a copy: what becomes of acts, the note, and values of the state. */
export function WhatIfForm({
  view: { expected, retry, whatIfs },
  step,
  onDone,
}: {
  /** The preview of a retry from the step. */
  readonly view: ActingView;
  /** 0-based. */
  readonly step: number;
  readonly onDone: () => void;
}): ReactNode {
  const acting = useActing();
  const [note, setNote] = useState<string>();
  const [text, setText] = useState("");
  if (acting === undefined || whatIfs === undefined) return null;
  const update = valuesIn(text);
  const acts = [retry?.undo, retry?.discard, retry?.reused, retry?.cannotUndo].flatMap((each) => each ?? []);
  return (
    <ActionForm
      title={`Try from step ${step + 1} on a copy`}
      button="Try on a copy"
      isReady={update !== "wrong"}
      onDone={onDone}
      onSend={(asked) =>
        acting.act(
          "what-if",
          {
            thread: acting.thread,
            expected,
            ...asked,
            step,
            ...(note === undefined ? {} : { note }),
            ...(update === "none" || update === "wrong" ? {} : { update }),
          },
          "The what-if has started.",
        )
      }
    >
      <ul className="what-if-rules">
        {whatIfWords(whatIfs).map((line) => (
          <li key={line}>
            <TraceText text={line} />
          </li>
        ))}
      </ul>
      {acts.length > 0 && (
        <section className="retry-preview">
          <h3>Effects of the steps that run again, which stay as they are</h3>
          <ul>
            {effectWords(acts).map(({ call, id }) => (
              <li key={id}>
                <TraceText className="mono" text={call} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <label className="action-field">
        <span>Note to the copy; empty for none</span>
        <textarea
          // The dialog is about this note, and takes the focus anyway.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          rows={5}
          maxLength={20_000}
          placeholder={retry?.note === undefined ? "The note that a retry would be told" : undefined}
          value={note ?? retry?.note ?? ""}
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
      <label className="action-field">
        <span>Values to put into the state first, as JSON by channel; empty for none</span>
        <textarea
          className="mono"
          rows={2}
          maxLength={20_000}
          placeholder='{"plan": "ask first"}'
          aria-invalid={update === "wrong"}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      {update === "wrong" && <p className="failed">This is no JSON object.</p>}
    </ActionForm>
  );
}

/** The values that were typed. */
function valuesIn(text: string): Readonly<Record<string, unknown>> | "none" | "wrong" {
  if (text.trim() === "") return "none";
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : "wrong";
  } catch {
    return "wrong";
  }
}
