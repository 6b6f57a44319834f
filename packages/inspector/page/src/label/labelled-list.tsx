import type { ReactNode } from "react";

import { attemptKey } from "../../../src/shared/labels/attempt-key.ts";
import { heldLabels } from "../../../src/shared/labels/consensus.ts";
import { type Label, LAST_RECOVERING_START } from "../../../src/shared/labels/label.ts";
import { labelsByAttempt } from "../../../src/shared/labels/labels-by-attempt.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { type LabelQueue, hrefOf } from "../routing/route.ts";
import { LabelWords } from "./label-words.tsx";

/** So many attempts, the latest labelled ones, stand in the list. */
const SHOWN = 100;

/** Attempts that have been labelled, the latest first, with each labeller's verdict. */
export function LabelledList({
  labels,
  isOpen,
  ask,
}: {
  readonly labels: readonly Label[];
  /** Whether it is open from the start. */
  readonly isOpen: boolean;
  readonly ask: LabelQueue;
}): ReactNode {
  if (labels.length === 0) return undefined;
  const groups = labelsByAttempt(labels).groups.map(heldByAll).toReversed();
  return (
    <details className="label-list" open={isOpen}>
      <summary>Labelled ({groups.length})</summary>
      <ul>
        {groups.slice(0, SHOWN).map((group) => (
          <LabelledAttempt key={group.map(attemptKey)[0]} labels={group} ask={ask} />
        ))}
      </ul>
      {groups.length > SHOWN && <p className="soft">The latest {SHOWN} are shown.</p>}
    </details>
  );
}

/** A label by replay replaces none of a person, whatever the person is called. */
function heldByAll(labels: readonly Label[]): readonly Label[] {
  const isReplay = ({ convention }: Label) => convention === LAST_RECOVERING_START;
  return [...heldLabels(labels.filter((label) => !isReplay(label))), ...heldLabels(labels.filter(isReplay))];
}

function LabelledAttempt({
  labels,
  ask,
}: {
  readonly labels: readonly Label[];
  readonly ask: LabelQueue;
}): ReactNode {
  const [first] = labels;
  if (first === undefined) return undefined;
  const { thread, run, attempt } = first;
  return (
    <li>
      <a href={hrefOf({ page: "label", thread, run, attempt, ask })}>
        <TraceText text={thread} />, attempt {attempt}
      </a>
      {labels.map((label) => (
        <LabelWords key={label.id} label={label} />
      ))}
    </li>
  );
}
