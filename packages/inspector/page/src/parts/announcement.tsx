import type { ReactNode } from "react";

/** Tells screen readers, and only them, what an action did. It is read again whenever `turn` changes. */
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
