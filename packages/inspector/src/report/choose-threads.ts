import type { LabelStore } from "../shared/labels/label.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import type { ThreadSummary } from "../shared/view/thread-summary.ts";
import type { ThreadView } from "../shared/view/thread-view.ts";
import { labelsWithFiles } from "../labels/labels-with-files.ts";
import { ThreadNotFoundError } from "./thread-not-found-error.ts";

/** Which threads to take. */
export interface ThreadChoice {
  readonly source: ThreadSource;
  readonly threads?: readonly string[] | undefined;
  readonly mostThreads?: number | undefined;
  readonly labels?: Pick<LabelStore, "list"> | undefined;
}

/** Some threads of a source, as if there were no others: nothing of those gets into what is made of it. */
export interface ChosenThreads {
  readonly source: ThreadSource;
  readonly labels: Pick<LabelStore, "list">;
  readonly views: readonly ThreadView[];
  /** Whether the source has no others. */
  readonly isWhole: boolean;
  /** Parts that were left out, as sentences. */
  readonly notices: readonly string[];
}

/** Nobody's. */
export const NO_LABELS: Pick<LabelStore, "list"> = { list: async () => [] };

/** Summaries that are looked through for those of named threads. */
const LISTED = 1000;

/**
 * The named threads of a source, or its latest ones.
 * @throws {ThreadNotFoundError} if one of those named is not there
 */
export async function chooseThreads(choice: ThreadChoice): Promise<ChosenThreads> {
  const { source, threads: named, mostThreads = 50, labels = NO_LABELS } = choice;
  const { threads: listed, more } = await source.list(named === undefined ? mostThreads : LISTED);
  const ids = new Set(named ?? listed.map(({ id }) => id));
  const views = await viewsOf(source, ids, named !== undefined);
  const summaries = views.map((view) => listed.find(({ id }) => id === view.id) ?? summaryOf(view));
  return {
    source: {
      ...source,
      list: async (limit) => ({ threads: summaries.slice(0, limit), more: false }),
      // As they were read at first: reading is slow, and a report is of one moment.
      thread: async (id) => views.find((view) => view.id === id),
    },
    labels: {
      list: async () =>
        (await labelsWithFiles(labels, source).list()).filter(({ thread }) => ids.has(thread)),
    },
    views,
    isWhole: named === undefined && !more,
    notices:
      named === undefined && more ? [`Of the threads, the latest ${views.length}; there are more.`] : [],
  };
}

async function viewsOf(
  source: ThreadSource,
  ids: ReadonlySet<string>,
  mustBeThere: boolean,
): Promise<readonly ThreadView[]> {
  const views: ThreadView[] = [];
  for (const id of ids) {
    const view = await source.thread(id);
    if (view !== undefined) views.push(view);
    else if (mustBeThere) throw new ThreadNotFoundError(id, source.name);
  }
  return views;
}

/** As a list would have it, of a thread that stands too far down for that. */
function summaryOf({ id, runs }: ThreadView): ThreadSummary {
  const latest = runs.at(-1);
  const judged = runs.filter(({ attempts }) => attempts.some(({ decision }) => decision !== undefined));
  return {
    id,
    status: latest?.status ?? "not-judged",
    task: latest?.task ?? "",
    runs: judged.length,
    attempts: latest?.attempts.filter(({ decision }) => decision !== undefined).length ?? 0,
  };
}
