import type { ReactNode } from "react";

/** Tells screen readers what an action has done, and shows it to nobody else. Said again whenever `turn` changes. */
export function Announcement({
  text,
  turn = 0,
}: {
  readonly text: string;
  readonly turn?: number;
}): ReactNode {
  return (
    <output className="for-screen-readers" aria-live="polite">
      <span key={turn}>{text}</span>
    </output>
  );
}
