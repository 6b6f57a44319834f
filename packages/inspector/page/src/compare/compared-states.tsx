import { type ReactNode, useMemo, useState } from "react";

import type { JsonValue } from "../../../src/shared/view/json-value.ts";
import type { StepDetail } from "../../../src/shared/view/step-detail.ts";
import { shownText } from "../parts/shown-text.ts";
import { ComparedTexts } from "./compared-texts.tsx";
import { stateChanges } from "./state-changes.ts";

/** How the states after both steps differ, looked for once somebody asks; nothing where only one has run. */
export function ComparedStates({
  a,
  b,
}: {
  readonly a: StepDetail | undefined;
  readonly b: StepDetail | undefined;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (a === undefined || b === undefined) return undefined;
  return (
    <details className="compared-states" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Where the states after these steps differ</summary>
      {isOpen && <Differences a={a.after} b={b.after} />}
    </details>
  );
}

function Differences({
  a,
  b,
}: {
  readonly a: JsonValue | undefined;
  readonly b: JsonValue | undefined;
}): ReactNode {
  const { changes, more } = useMemo(() => stateChanges(a, b), [a, b]);
  if (a === undefined && b === undefined) return <p>The states after these steps are not stored here.</p>;
  if (a === undefined || b === undefined)
    return <p>The state after {a === undefined ? "the left" : "the right"} step is not stored here.</p>;
  if (changes.length === 0) return <p>Nowhere: both steps led to the same state.</p>;
  return (
    <>
      {changes.map(({ path, a: left, b: right }) => (
        <ComparedTexts
          key={path}
          title={path === "" ? "the whole state" : shownText(path)}
          a={left === undefined ? undefined : wordsOf(left)}
          b={right === undefined ? undefined : wordsOf(right)}
        />
      ))}
      {more && <p className="left-out">There are more; only the first {changes.length} are shown.</p>}
    </>
  );
}

function wordsOf(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
}
