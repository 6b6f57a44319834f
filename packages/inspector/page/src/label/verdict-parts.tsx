import { type ReactNode, type RefObject, useId } from "react";

import { usePressed } from "../parts/use-pressed.ts";
import type { GivenLabels } from "./use-given-labels.ts";

/** A reason to store with the label. */
export function ReasonField({
  keyName,
  field,
  reason,
  change,
}: {
  readonly keyName: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly reason: string;
  readonly change: (reason: string) => void;
}): ReactNode {
  const hint = useId();
  return (
    <label className="verdict-reason">
      <span>
        Reason <kbd>{keyName}</kbd>
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
        optional, stored with the label; Enter goes back to the steps
      </span>
    </label>
  );
}

/** Says one thing of the attempt, by click or by key. */
export function VerdictButton({
  keyName,
  say,
  isMain = false,
  isPressed,
  children,
}: {
  readonly keyName: string;
  readonly say: (event: Event) => void;
  readonly isMain?: boolean;
  /** Of a button that stays pressed until it is pressed again. */
  readonly isPressed?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { onKeyDown, pressOf } = usePressed();
  return (
    <button
      type="button"
      className={isMain ? "verdict main" : "verdict"}
      aria-keyshortcuts={keyName}
      aria-pressed={isPressed}
      onKeyDown={onKeyDown}
      onClick={(click) => say(pressOf(click))}
    >
      {children} <kbd>{keyName}</kbd>
    </button>
  );
}

/** Takes the last label back. */
export function TakeBack({ given }: { readonly given: GivenLabels }): ReactNode {
  return (
    <button
      type="button"
      aria-disabled={!given.canTakeBack}
      aria-keyshortcuts="u"
      onClick={() => given.takeBack()}
    >
      Take back <kbd>u</kbd>
    </button>
  );
}
