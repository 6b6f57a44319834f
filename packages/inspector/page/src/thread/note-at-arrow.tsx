import type { ReactNode } from "react";

import type { AttemptView } from "../../../src/shared/view/thread-view.ts";
import { LongText } from "../parts/long-text.tsx";
import { attemptBy, type Selection } from "./selection.ts";

/** Note to the next attempt about a failed one, at the arrow between the two. */
export function NoteAtArrow({
  selection,
  after,
}: {
  readonly selection: Selection;
  readonly after: AttemptView;
}): ReactNode {
  const next = attemptBy({ ...selection, attempt: after }, 1);
  if (next?.note === undefined) return null;
  return (
    <details className="note">
      <summary>Note to attempt {next.attempt}</summary>
      {/* Scrolled by keys, so it has to take the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
      <div className="note-text" role="group" aria-label={`Note to attempt ${next.attempt}`} tabIndex={0}>
        <LongText text={next.note} />
      </div>
    </details>
  );
}
