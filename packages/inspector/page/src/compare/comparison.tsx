import { type ReactNode, useMemo } from "react";

import type { ThreadView } from "../../../src/shared/view/thread-view.ts";
import { hrefOf, type Route } from "../routing/route.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { goTo } from "../routing/use-route.ts";
import { alignSteps } from "../../../src/shared/comparing/align-steps.ts";
import { AttemptHeading } from "./attempt-heading.tsx";
import { type ChosenAttempts, chosenAttempts } from "../../../src/shared/comparing/chosen-attempts.ts";
import { attemptSide } from "./compared-side.ts";
import { ComparedSteps } from "./compared-steps.tsx";
import { RunChooser } from "../parts/run-chooser.tsx";

type CompareRoute = Extract<Route, { page: "compare" }>;

/** The chosen attempts of a thread, their steps aligned, and the note that stands between them. */
export function Comparison({
  thread,
  route,
}: {
  readonly thread: ThreadView;
  readonly route: CompareRoute;
}): ReactNode {
  const chosen = chosenAttempts(thread, route);
  return (
    <>
      <RunChooser
        thread={thread}
        run={chosen?.run.run ?? route.run}
        to={(run) => ({ page: "compare", thread: thread.id, run })}
      />
      {chosen === undefined ? (
        <NothingToCompare thread={thread} route={route} />
      ) : (
        <TwoAttempts thread={thread.id} chosen={chosen} route={route} />
      )}
    </>
  );
}

function NothingToCompare({
  thread,
  route,
}: {
  readonly thread: ThreadView;
  readonly route: CompareRoute;
}): ReactNode {
  const isTwice = route.a !== undefined && route.a === route.b;
  return (
    <p className="empty">
      {isTwice
        ? "An attempt is not compared with itself."
        : "There is one attempt only, so there is nothing to compare it with."}{" "}
      {isTwice ? (
        <a href={hrefOf({ page: "compare", thread: thread.id })}>Compare the last two</a>
      ) : (
        <a href={hrefOf({ page: "thread", thread: thread.id })}>Look at its steps</a>
      )}
    </p>
  );
}

function TwoAttempts({
  thread,
  chosen,
  route,
}: {
  readonly thread: string;
  readonly chosen: ChosenAttempts;
  readonly route: CompareRoute;
}): ReactNode {
  const { run, a, b, kept } = chosen;
  const rows = useMemo(() => alignSteps(a.steps, b.steps, kept), [a.steps, b.steps, kept]);
  const later = a.attempt > b.attempt ? a : b;
  const show = (left: number, right: number) => {
    // Choosing the attempt of the other side swaps the two.
    const sides = left === right ? { a: b.attempt, b: a.attempt } : { a: left, b: right };
    goTo({ page: "compare", thread, run: run.run, ...sides });
  };
  return (
    <>
      <div className="compared-attempts">
        <AttemptHeading side="Left" attempt={a} run={run} choose={(attempt) => show(attempt, b.attempt)} />
        <AttemptHeading side="Right" attempt={b} run={run} choose={(attempt) => show(a.attempt, attempt)} />
      </div>
      {later.note !== undefined && <Note attempt={later.attempt} text={later.note} />}
      <ComparedSteps
        key={`${run.run} ${a.attempt} ${b.attempt}`}
        at={{ thread, run: run.run }}
        a={attemptSide(a)}
        b={attemptSide(b)}
        rows={rows}
        row={route.row}
        choose={(row) => goTo({ ...route, page: "compare", thread, row }, "replace")}
      />
    </>
  );
}

function Note({ attempt, text }: { readonly attempt: number; readonly text: string }): ReactNode {
  return (
    <details className="compared-note">
      <summary>The note that attempt {attempt} was given</summary>
      <TraceText as="p" className="compared-note-text" text={text} />
    </details>
  );
}
