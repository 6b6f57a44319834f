import { type ReactNode, useMemo, useState } from "react";

import type { JsonValue } from "../../../src/shared/view/json-value.ts";
import { wordChanges } from "../parts/word-changes.ts";
import { pathTo } from "../parts/json-places.ts";
import { LongText } from "../parts/long-text.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { WordMarks } from "../parts/word-marks.tsx";
import { type DiffLine, diffLines } from "./diff-lines.ts";

/** Differences that are shown at once. */
const SHOWN = 100;

/** How the step changed its graph's state. */
export function DiffTab({
  before,
  after,
}: {
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}): ReactNode {
  const lines = useMemo(
    () => (before === undefined || after === undefined ? undefined : diffLines(before, after)),
    [before, after],
  );
  const [shown, setShown] = useState(SHOWN);
  if (lines === undefined)
    return (
      <p className="soft">
        {after === undefined ? "The state after the step is" : "The state before the step is"} not stored, so
        there is nothing to hold against the other.
      </p>
    );
  if (lines.length === 0) return <p className="soft">The step left the state as it was.</p>;
  return (
    <>
      <p className="soft">State before the step (-) and after its superstep (+).</p>
      <ol className="diff">
        {lines.slice(0, shown).map((line) => (
          <DiffItem key={keyOf(line)} line={line} />
        ))}
      </ol>
      {lines.length > shown && (
        <button type="button" className="more" onClick={() => setShown(lines.length)}>
          Show all {lines.length} differences
        </button>
      )}
    </>
  );
}

/** A place in a list may be there twice: what went from it, and what came. */
const keyOf = ({ path, before }: DiffLine) => `${before === undefined ? "+" : "-"}${JSON.stringify(path)}`;

function DiffItem({ line: { path, before, after } }: { readonly line: DiffLine }): ReactNode {
  const words =
    typeof before === "string" && typeof after === "string" ? wordChanges(before, after) : undefined;
  return (
    <li>
      <TraceText as="p" className="diff-path" text={path.reduce<string>(pathTo, "") || "(all of it)"} />
      {before !== undefined && (
        <Side sign="-" word="before">
          {words === undefined ? <Value value={before} /> : <WordMarks as="del" pieces={words.a} />}
        </Side>
      )}
      {after !== undefined && (
        <Side sign="+" word="after">
          {words === undefined ? <Value value={after} /> : <WordMarks as="ins" pieces={words.b} />}
        </Side>
      )}
    </li>
  );
}

function Side({
  sign,
  word,
  children,
}: {
  readonly sign: "-" | "+";
  readonly word: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={`diff-side diff-${word}`}>
      <span className="diff-sign">
        <span aria-hidden="true">{sign}</span>
        <span className="for-screen-readers">{word}</span>
      </span>
      <div className="diff-value">{children}</div>
    </div>
  );
}

function Value({ value }: { readonly value: JsonValue }): ReactNode {
  return <LongText text={typeof value === "string" ? value : JSON.stringify(value, undefined, 1)} />;
}
