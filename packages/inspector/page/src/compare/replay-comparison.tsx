import { type ReactNode, useMemo } from "react";

import type { ReplaySummary, ReplayView } from "../../../src/shared/view/replay-view.ts";
import type { ThreadView } from "../../../src/shared/view/thread-view.ts";
import { usePageData } from "../data/page-data.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { Waiting } from "../parts/waiting.tsx";
import { hrefOf, type Route } from "../routing/route.ts";
import { goTo } from "../routing/use-route.ts";
import { alignSteps } from "../../../src/shared/comparing/align-steps.ts";
import { AttemptHeading } from "./attempt-heading.tsx";
import { ComparedSteps } from "./compared-steps.tsx";
import { attemptSide, replaySide } from "./compared-side.ts";
import { ReplayHeading } from "./replay-heading.tsx";

type CompareRoute = Extract<Route, { page: "compare" }>;

/** A recorded attempt and a replay of it side by side. */
export function ReplayComparison({
  thread,
  replay,
  route,
}: {
  readonly thread: ThreadView;
  readonly replay: number;
  readonly route: CompareRoute;
}): ReactNode {
  const data = usePageData();
  const { loaded, reload } = useLoaded(JSON.stringify([thread.id, replay]), () =>
    Promise.all([data.replay?.(thread.id, replay), data.replays?.(thread.id)]),
  );
  return (
    <Waiting loaded={loaded} what="the replay" reload={reload}>
      {([view, all = []]) =>
        view === undefined ? (
          <NoSuchReplay thread={thread.id} />
        ) : (
          <AttemptAndReplay thread={thread} view={view} all={all} route={route} />
        )
      }
    </Waiting>
  );
}

function NoSuchReplay({ thread }: { readonly thread: string }): ReactNode {
  return (
    <p className="empty">
      There is no such replay of this thread.{" "}
      <a href={hrefOf({ page: "thread", thread })}>Look at the thread</a>
    </p>
  );
}

function AttemptAndReplay({
  thread,
  view,
  all,
  route,
}: {
  readonly thread: ThreadView;
  readonly view: ReplayView;
  readonly all: readonly ReplaySummary[];
  readonly route: CompareRoute;
}): ReactNode {
  const run = thread.runs.find((each) => each.run === view.run);
  const numbered = (number: number | undefined) => run?.attempts.find(({ attempt }) => attempt === number);
  const attempt = numbered(route.a) ?? numbered(view.attempt);
  const against = view.against.find((each) => each.attempt === attempt?.attempt);
  const kept = against?.kept ?? 0;
  const rows = useMemo(
    () => alignSteps(attempt?.steps ?? [], view.steps, kept),
    [attempt?.steps, view.steps, kept],
  );
  if (run === undefined || attempt === undefined || against === undefined)
    return <NoSuchReplay thread={thread.id} />;
  const show = (a: number | undefined, replay: number) =>
    goTo({ page: "compare", thread: thread.id, run: run.run, a, replay });
  return (
    <>
      <div className="compared-attempts">
        <AttemptHeading side="Left" attempt={attempt} run={run} choose={(a) => show(a, view.replay)} />
        <ReplayHeading
          replay={view}
          others={all.filter((each) => each.run === run.run)}
          against={against}
          choose={(replay) => show(undefined, replay)}
        />
      </div>
      <ComparedSteps
        key={`${attempt.attempt} ${view.replay}`}
        at={{ thread: thread.id, run: run.run }}
        a={attemptSide(attempt)}
        b={replaySide(view)}
        rows={rows}
        row={route.row}
        choose={(row) => goTo({ ...route, page: "compare", thread: thread.id, row }, "replace")}
      />
    </>
  );
}
