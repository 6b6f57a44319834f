import { type ReactNode, useState } from "react";

import { attemptKey, type AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import type { LabelsView, QueueItem } from "../../../src/shared/view/labels-view.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { type Asked, hrefOf } from "../routing/route.ts";

/** So many items stand in the page before somebody asks for all. */
const SHOWN = 50;

/** What to label next, most helpful first, each with its reason. */
export function QueueList({
  queue,
  current,
  done,
  agreement,
  labeller,
  ask,
}: {
  readonly queue: readonly QueueItem[];
  readonly current: AttemptId | undefined;
  readonly done: ReadonlySet<string>;
  readonly agreement: LabelsView["agreement"];
  readonly labeller: string | undefined;
  readonly ask: Asked;
}): ReactNode {
  const [shown, setShown] = useState(SHOWN);
  const left = queue.filter((item) => !done.has(attemptKey(item)));
  return (
    <section>
      <h2>Queue</h2>
      {labeller !== undefined && (
        <p className="soft">
          You label as <TraceText text={labeller} />.
        </p>
      )}
      <p className="soft">
        {done.size > 0 && `${done.size} labelled on this visit, `}
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
              isWhyNew={item.why !== left[place - 1]?.why}
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
  isWhyNew,
}: {
  readonly item: QueueItem;
  readonly ask: Asked;
  readonly isCurrent: boolean;
  /** The reason is shown once for all that follow and share it. */
  readonly isWhyNew: boolean;
}): ReactNode {
  const { thread, run, attempt, steps, task, why } = item;
  return (
    <>
      {isWhyNew && <p className="queue-why">{why}</p>}
      <a
        href={hrefOf({ page: "label", thread, run, attempt, ask })}
        aria-current={isCurrent ? "true" : undefined}
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
