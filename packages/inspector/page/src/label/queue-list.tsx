import { type ReactNode, useState } from "react";

import { attemptKey, type AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import type { LabelsView, QueueItem } from "../../../src/shared/view/labels-view.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { type LabelQueue, hrefOf } from "../routing/route.ts";
import { groupsByKey } from "./groups-by-key.ts";

/** So many items stand in the page before somebody asks for all. */
const SHOWN = 50;

/** Attempts to label next, most helpful first, each with its reason. */
export function QueueList({
  left,
  current,
  done,
  agreement,
  labeller,
  ask,
  alike,
}: {
  /** Items that this visit has not dealt with yet. */
  readonly left: readonly QueueItem[];
  readonly current: AttemptId | undefined;
  /** How many attempts this visit has dealt with. */
  readonly done: number;
  readonly agreement: LabelsView["agreement"];
  readonly labeller: string | undefined;
  readonly ask: LabelQueue;
  readonly alike: LabelsView["alike"];
}): ReactNode {
  const [shown, setShown] = useState(SHOWN);
  const groups = groupsByKey(alike);
  return (
    <section>
      <h2>Queue</h2>
      {labeller !== undefined && (
        <p className="soft">
          You label as <TraceText text={labeller} />.
        </p>
      )}
      <p className="soft">
        {done > 0 && `${done} labelled on this visit, `}
        {left.length} left
        {agreement.shared > 0 &&
          `. Of ${agreement.shared} labelled by several people, they agree on ${agreement.agreed}`}
        .
      </p>
      <ol className="queue">
        {left.slice(0, shown).map((item, place) => (
          <li key={attemptKey(item)}>
            <QueueEntry
              item={item}
              ask={ask}
              isCurrent={current !== undefined && attemptKey(current) === attemptKey(item)}
              before={left[place - 1]}
              groups={groups}
            />
          </li>
        ))}
      </ol>
      {left.length > shown && (
        <button type="button" onClick={() => setShown(Infinity)}>
          Show all {left.length}
        </button>
      )}
    </section>
  );
}

function QueueEntry({
  item,
  ask,
  isCurrent,
  before,
  groups,
}: {
  readonly item: QueueItem;
  readonly ask: LabelQueue;
  readonly isCurrent: boolean;
  /** The item before it. A reason or a group that both have is shown once, at the first. */
  readonly before: QueueItem | undefined;
  readonly groups: ReadonlyMap<string, LabelsView["alike"][number]>;
}): ReactNode {
  const { thread, run, attempt, steps, task, ten, why } = item;
  const isWhyNew = why !== before?.why;
  const group = groups.get(attemptKey(item));
  const isGroupNew = isWhyNew || group !== groups.get(attemptKey(before));
  return (
    <>
      {isWhyNew && <p className="queue-why">{why}</p>}
      {!isWhyNew && ten !== before.ten && <p className="queue-why">The next ten</p>}
      {group !== undefined && isGroupNew && <p className="queue-alike">{group.length} alike</p>}
      <a
        href={hrefOf({ page: "label", thread, run, attempt, ask })}
        aria-current={isCurrent ? "true" : undefined}
        data-alike={group !== undefined || undefined}
      >
        <span className="queue-place">
          <TraceText text={thread} />{" "}
          <span className="soft">
            attempt {attempt}, {steps} steps
          </span>
        </span>
        <TraceText text={task} className="queue-task" />
      </a>
    </>
  );
}
