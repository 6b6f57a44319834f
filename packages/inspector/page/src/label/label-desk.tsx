import { type ReactNode, useMemo, useState } from "react";

import { attemptKey, type AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import type { Label } from "../../../src/shared/labels/label.ts";
import type { LabelsView, QueueItem } from "../../../src/shared/view/labels-view.ts";
import { usePageData } from "../data/page-data.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { useKeys } from "../parts/use-keys.ts";
import type { Route } from "../routing/route.ts";
import { goTo } from "../routing/use-route.ts";
import { AttemptToLabel } from "./attempt-to-label.tsx";
import { Disagreements } from "./disagreements.tsx";
import { LabelledList } from "./labelled-list.tsx";
import { settledBy } from "./labels-of-attempt.ts";
import { nextItem } from "./next-item.ts";
import { QueueList } from "./queue-list.tsx";
import { type GivenLabels, useGivenLabels } from "./use-given-labels.ts";

type LabelRoute = Extract<Route, { page: "label" }>;

/** The queue, what labellers disagree on, and the attempt at hand. */
export function LabelDesk({
  view,
  route,
  reload,
}: {
  readonly view: LabelsView;
  readonly route: LabelRoute;
  readonly reload: () => void;
}): ReactNode {
  const { labeller } = usePageData();
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  // Whose opinion is in cannot settle what is disputed.
  const settled = useMemo(() => settledBy(view.labels, labeller), [view.labels, labeller]);
  const queue = view.queue.filter((item) => !settled.has(attemptKey(item)));
  const current = currentOf(route) ?? queue[0];
  const given = useLabelling(queue, current, reload);
  const reveal = (id: AttemptId) => setSeen(new Set([...seen, attemptKey(id)]));
  const lookAt = (id: AttemptId) => {
    reveal(id);
    goToAttempt(id);
  };
  // Others' labels of what the labeller has yet to judge would lead them.
  const isOpenTo = (label: Label) => labeller === undefined || settled.has(attemptKey(label));
  return (
    <div className="desk">
      <aside className="desk-queue" aria-label="What to label">
        <QueueList {...{ queue, current, labeller }} done={given.done} agreement={view.agreement} />
        <Disagreements disagreements={view.disagreements} open={lookAt} />
        <LabelledList labels={view.labels.filter(isOpenTo)} isOpen={given.give === undefined} />
      </aside>
      <div className="desk-attempt">
        <Said message={given.message} />
        {current === undefined ? (
          <NothingToLabel hasLabels={view.labels.length > 0} />
        ) : (
          <AttemptToLabel
            key={attemptKey(current)}
            id={current}
            step={currentOf(route) === undefined ? undefined : route.step}
            choose={(step) => goToAttempt(current, step, "replace")}
            {...{ labeller, given }}
            labels={view.labels}
            isSeen={seen.has(attemptKey(current))}
            reveal={() => reveal(current)}
          />
        )}
      </div>
    </div>
  );
}

/** Labels given here, after which the next attempt comes, and the keys that go through the queue. */
function useLabelling(
  queue: readonly QueueItem[],
  current: AttemptId | undefined,
  reload: () => void,
): GivenLabels {
  const given = useGivenLabels({
    onGiven: (label, done) => {
      reload();
      const stays = label.verdict.kind === "not-this";
      if (!stays) goToAttempt(nextItem(queue, label, done));
    },
    onTakenBack: (label) => {
      reload();
      goToAttempt(label, "step" in label.verdict ? label.verdict.step : undefined);
    },
  });
  useKeys({
    "]": () => goToAttempt(nextItem(queue, current, given.done)),
    "[": () => goToAttempt(nextItem(queue, current, given.done, -1)),
    u: () => given.takeBack(),
  });
  return given;
}

function goToAttempt(id: AttemptId | undefined, step?: number, how: "push" | "replace" = "push"): void {
  if (id === undefined) return;
  const { thread, run, attempt } = id;
  goTo({ page: "label", thread, run, attempt, step }, how);
}

/** What the last action did. It stays while attempts come and go, or screen readers would not hear of it. */
function Said({ message }: { readonly message: GivenLabels["message"] }): ReactNode {
  const { isBad, text, turn } = message;
  return (
    <output className={isBad ? "verdict-said failed" : "verdict-said"}>
      <TraceText key={turn} text={text} />
    </output>
  );
}

/** A run that was recorded without `withRollback` has no id, which leaves none in the address. */
function currentOf({ thread, run = "", attempt = 1 }: LabelRoute): AttemptId | undefined {
  return thread === undefined ? undefined : { thread, run, attempt };
}

function NothingToLabel({ hasLabels }: { readonly hasLabels: boolean }): ReactNode {
  return (
    <p className="empty">
      {hasLabels
        ? "Every failed attempt here is labelled. Calibrate on the labels with langgraph-rollback calibrate."
        : "No attempt here has failed, so there is nothing to label."}
    </p>
  );
}
