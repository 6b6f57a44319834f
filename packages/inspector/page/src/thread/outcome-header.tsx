import type { ReactNode } from "react";

import type { ThreadView } from "../../../src/shared/view/thread-view.ts";
import type { PromiseWords } from "../../../src/shared/words/promise-words.ts";
import { usePageData } from "../data/page-data.ts";
import { RunChooser } from "../parts/run-chooser.tsx";
import { shownText } from "../parts/shown-text.ts";
import { StatusMark } from "../parts/status-mark.tsx";
import { unbroken } from "../parts/unbroken.ts";
import { ThreadName } from "../parts/thread-name.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { hrefOf } from "../routing/route.ts";
import { RunLabels } from "./run-labels.tsx";
import { canBeLabelled, type Selection } from "./selection.ts";
import { Story } from "./story.tsx";

/** Outcome of the run, in one line, and links from here. */
export function OutcomeHeader({
  view,
  selection,
  promise,
}: {
  readonly view: ThreadView;
  readonly selection: Selection;
  readonly promise: PromiseWords | undefined;
}): ReactNode {
  const { run } = selection;
  const count = run.attempts.length;
  return (
    <div className="outcome">
      <div className="outcome-line">
        <nav aria-label="Breadcrumb" className="crumbs">
          <a href={hrefOf({ page: "threads" })}>threads</a> <span aria-hidden="true">›</span>
        </nav>
        <h1>
          <ThreadName thread={view} />
        </h1>
        <StatusMark status={run.status} />
        <span className="soft">
          {count} {count === 1 ? "attempt" : "attempts"}
          {run.returned !== undefined && `, attempt ${run.returned} was returned`}
        </span>
        <RunLabels thread={view.id} run={run} />
        {promise !== undefined && (
          <span
            className={promise.doubts.length > 0 ? "promise-short doubtful" : "promise-short"}
            title={shownText([...promise.doubts, promise.meaning].join(" "))}
          >
            {unbroken(promise.short)}
            {promise.doubts.length > 0 && promise.isPromised && ", doubtful"}
          </span>
        )}
        <RunChooser thread={view} run={run.run} to={(id) => ({ page: "thread", thread: view.id, run: id })} />
        <Links view={view} selection={selection} />
      </div>
      <Story run={run} />
      <details className="task">
        <summary>
          <TraceText text={run.task === "" ? "(no task was recorded)" : run.task} />
        </summary>
      </details>
    </div>
  );
}

function Links({ view, selection }: { readonly view: ThreadView; readonly selection: Selection }): ReactNode {
  const { downloads, addLabel } = usePageData();
  const { run, attempt } = selection;
  const files = downloads?.(view.id);
  const at = { thread: view.id, run: run.run };
  return (
    <div className="outcome-links">
      {run.attempts.length > 1 && (
        <a
          className="button"
          href={hrefOf(compareRoute(view.id, selection))}
          title="Hold two attempts against each other (c)"
        >
          Compare
        </a>
      )}
      {addLabel !== undefined && canBeLabelled(attempt) && (
        <a
          className="button"
          href={hrefOf({ page: "label", ...at, attempt: attempt.attempt })}
          title="Name the decisive step (l)"
        >
          Label
        </a>
      )}
      {files !== undefined && (
        <>
          <a className="button" href={files.trajectories} download title="All attempts as JSON Lines">
            Export
          </a>
          <a className="button" href={files.report} download title="This page as one HTML file">
            Report
          </a>
        </>
      )}
    </div>
  );
}

/** The attempt looked at and the one after it, or the last two. */
export function compareRoute(thread: string, { run, attempt }: Selection): Parameters<typeof hrefOf>[0] {
  const at = run.attempts.findIndex((each) => each.attempt === attempt.attempt);
  const first = Math.max(0, Math.min(at, run.attempts.length - 2));
  const [a, b] = [run.attempts[first]?.attempt, run.attempts[first + 1]?.attempt];
  return {
    page: "compare",
    thread,
    run: run.run,
    a,
    b,
  };
}
