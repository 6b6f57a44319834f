import type { ReactNode } from "react";

import type { TextPiece } from "./word-changes.ts";
import { shownText } from "./shown-text.ts";

/**
 * A text of the trace with the words marked that the other one lacks: as taken out (`del`) or put in (`ins`), never by
 * colour alone.
 */
export function WordMarks({
  pieces,
  as: Mark,
}: {
  readonly pieces: readonly TextPiece[];
  readonly as: "del" | "ins";
}): ReactNode {
  return (
    <span className="trace" dir="auto">
      {pieces.map(({ text, isChanged }, place) =>
        isChanged ? (
          // Pieces have no name of their own, and are never moved.
          // oxlint-disable-next-line react/no-array-index-key
          <Mark key={place}>{shownText(text)}</Mark>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={place}>{shownText(text)}</span>
        ),
      )}
    </span>
  );
}
