import { type ReactNode, useMemo } from "react";

import { TraceText } from "../parts/trace-text.tsx";
import { WordMarks } from "../parts/word-marks.tsx";
import { type TextPiece, wordChanges } from "../parts/word-changes.ts";

/** A text of each side, whole, with the words marked that differ; nothing where neither side has one. */
export function ComparedTexts({
  title,
  a,
  b,
}: {
  readonly title: string;
  readonly a: string | undefined;
  readonly b: string | undefined;
}): ReactNode {
  const changes = useMemo(() => (a !== undefined && b !== undefined ? wordChanges(a, b) : undefined), [a, b]);
  if ((a ?? b) === undefined) return undefined;
  return (
    <div className="compared-texts">
      <h3>
        {title}
        {a !== undefined && b !== undefined && <span className="remark">{remark(a === b, changes)}</span>}
      </h3>
      <FullText text={a} pieces={changes?.a} mark="del" />
      <FullText text={b} pieces={changes?.b} mark="ins" />
    </div>
  );
}

function remark(isSame: boolean, changes: object | undefined): string {
  if (isSame) return " – the same";
  return changes === undefined ? " – too long or too unlike to mark words" : "";
}

function FullText({
  text,
  pieces,
  mark,
}: {
  readonly text: string | undefined;
  readonly pieces: readonly TextPiece[] | undefined;
  readonly mark: "del" | "ins";
}): ReactNode {
  if (text === undefined) return <div className="full-text compared-nothing">–</div>;
  return (
    <div className="full-text">
      {pieces === undefined ? <TraceText text={text} /> : <WordMarks pieces={pieces} as={mark} />}
    </div>
  );
}
