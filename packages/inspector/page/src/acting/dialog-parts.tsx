import { type ReactNode, useState } from "react";

import { useActing } from "./use-acting.ts";

/** The frame of an action: its title, what it does, who asks for it and why, and the buttons. */
export function ActionForm({
  title,
  button,
  close = "Cancel",
  isReady = true,
  onSend,
  onDone,
  children,
}: {
  readonly title: string;
  /** Words of the button that does it. */
  readonly button: string;
  /** Words of the button that does nothing. Default "Cancel". */
  readonly close?: string;
  readonly isReady?: boolean;
  /** @returns whether it was done */
  readonly onSend: (asked: { readonly by: string; readonly why?: string }) => Promise<boolean>;
  readonly onDone: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const acting = useActing();
  const [why, setWhy] = useState("");
  if (acting === undefined) return null;
  const { by, setBy } = acting;
  const send = async (): Promise<void> => {
    if (await onSend({ by, ...(why.trim() === "" ? {} : { why }) })) onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h2 id="action-title">{title}</h2>
      {children}
      <label className="action-field">
        <span>Reason, for the record</span>
        <input
          type="text"
          value={why}
          maxLength={1000}
          autoComplete="off"
          onChange={({ target }) => setWhy(target.value)}
        />
      </label>
      <label className="action-field">
        <span>Your name, for the record</span>
        <input
          type="text"
          value={by}
          required
          maxLength={100}
          autoComplete="off"
          onChange={({ target }) => setBy(target.value)}
        />
      </label>
      <div className="action-buttons">
        <button type="submit" className="primary" disabled={!isReady}>
          {button}
        </button>
        <button type="button" onClick={onDone}>
          {close}
        </button>
      </div>
    </form>
  );
}
