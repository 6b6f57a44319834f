import { type ReactNode, type RefObject, useId, useRef, useState } from "react";

import type { AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import type { LabelVerdict } from "../../../src/shared/labels/label.ts";
import { useKeys } from "../parts/use-keys.ts";
import type { GivenLabels } from "./use-given-labels.ts";

interface VerdictBarProps {
  readonly id: AttemptId;
  /** Number of the attempt's steps. */
  readonly steps: number;
  /** The step under the cursor. */
  readonly step: number;
  readonly given: GivenLabels;
  /** Goes on to the next step, once this one is ruled out. */
  readonly next: () => void;
}

/** What can be said of an attempt and of its step. */
export function VerdictBar({ id, steps, step, given, next }: VerdictBarProps): ReactNode {
  const [reason, setReason] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const { give } = given;
  const say = (verdict: LabelVerdict) => () => {
    if (give === undefined) return;
    const { thread, run, attempt } = id;
    const why = reason.trim();
    give({ thread, run, attempt, steps, verdict, ...(why === "" ? {} : { reason: why }) }, () => {
      setReason("");
      if (verdict.kind === "not-this") next();
    });
  };
  const decisive = say({ kind: "decisive", step });
  const notThis = say({ kind: "not-this", step });
  const none = say({ kind: "none" });
  const unsure = say({ kind: "unsure" });
  useKeys({ d: decisive, x: notThis, n: none, m: unsure, r: () => field.current?.focus() });
  if (give === undefined) return undefined;
  return (
    <section className="verdict-bar" aria-label="Your label">
      <div className="verdict-buttons">
        <Verdict keyName="d" say={decisive} isMain>
          Step {step + 1} is decisive
        </Verdict>
        <Verdict keyName="x" say={notThis}>
          Not step {step + 1}
        </Verdict>
        <Verdict keyName="n" say={none}>
          No step at fault
        </Verdict>
        <Verdict keyName="m" say={unsure}>
          Maybe: not sure
        </Verdict>
        <button
          type="button"
          aria-disabled={!given.canTakeBack}
          aria-keyshortcuts="u"
          onClick={() => given.takeBack()}
        >
          Take back <kbd>u</kbd>
        </button>
      </div>
      <ReasonField field={field} reason={reason} change={setReason} />
    </section>
  );
}

function ReasonField({
  field,
  reason,
  change,
}: {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly reason: string;
  readonly change: (reason: string) => void;
}): ReactNode {
  const hint = useId();
  return (
    <label className="verdict-reason">
      <span>
        Reason <kbd>r</kbd>
      </span>
      <input
        ref={field}
        type="text"
        value={reason}
        maxLength={10_000}
        aria-describedby={hint}
        autoComplete="off"
        onChange={({ target }) => change(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === "Enter" || key === "Escape") currentTarget.blur();
        }}
      />
      <span id={hint} className="soft">
        optional, kept with the label; Enter goes back to the steps
      </span>
    </label>
  );
}

function Verdict({
  keyName,
  say,
  isMain = false,
  children,
}: {
  readonly keyName: string;
  readonly say: () => void;
  readonly isMain?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <button
      type="button"
      className={isMain ? "verdict main" : "verdict"}
      aria-keyshortcuts={keyName}
      onClick={say}
    >
      {children} <kbd>{keyName}</kbd>
    </button>
  );
}
