import { z } from "zod";

import { threadsList } from "../listing/threads-list.ts";
import type { Label } from "../shared/labels/label.ts";
import { COLUMNS, FILTERS } from "../shared/listing/thread-list.ts";
import type { FoundThread, ListedThreads, ThreadQuery } from "../shared/listing/thread-query.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import { ordinal, recorded, type RunTool, runTool } from "./run-tool.ts";
import { pageOf, type Told } from "./told.ts";

const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

const input = {
  search: z.string().max(500).optional().describe("Words that a thread holds, all of them, anywhere in it."),
  status: z.enum(FILTERS).optional().describe("`failed`: whose first attempt failed, whatever came of it."),
  agent: z.string().max(200).optional().describe("Part of the name of an agent that acted in it."),
  since: moment.optional().describe("Decided then or later, such as 2026-03-31 or 2026-03-31T12:00:00Z."),
  until: moment.optional().describe("Decided before then."),
  sort: z
    .enum(COLUMNS.flatMap((column) => [column, `-${column}`]))
    .optional()
    .describe("Default: latest first."),
  from: ordinal.default(1).describe("First thread of the page."),
  limit: ordinal.max(50).default(20),
};

const output = {
  threads: z.array(
    z.object({
      thread: recorded,
      status: z.string(),
      task: recorded,
      reason: recorded.optional(),
      runs: z.number().describe("Runs that were judged."),
      attempts: z.number().describe("Judged attempts of the latest run."),
      set: z.object({ steps: z.number(), of: z.number(), status: z.string() }).optional(),
      tokens: z.number().optional(),
      decidedAt: z.string().optional(),
      waits: z.object({ since: z.string(), asks: recorded }).optional(),
      found: z
        .object({ where: z.string(), text: recorded })
        .optional()
        .describe("Where the search found it, if not in its task."),
    }),
  ),
  matching: z.number().describe("Threads that match, of those that were looked at."),
  lookedAt: z.number(),
  more: z.boolean().describe("Whether there are threads that were not looked at."),
  unread: z.number().describe("Threads that the search has not read yet: ask again to go on."),
  counts: z.record(z.string(), z.number()).describe("Threads that were looked at, by status."),
  next: ordinal.optional().describe("`from` of the next page."),
};

/** Milliseconds after which a search answers with what it has found so far. */
const PATIENCE = 10_000;

/** Needs of the list of threads beside its source. */
export interface ListThreadsOptions {
  readonly source: ThreadSource;
  readonly labels: () => Promise<readonly Label[]>;
  /** Milliseconds since any moment. */
  readonly clock: () => number;
  /** Told of threads that a search cannot read. */
  readonly onError: (error: unknown) => void;
}

/** `list_threads`: threads by status, time and what they hold. */
export function listThreads({ clock, labels, onError, source }: ListThreadsOptions): RunTool {
  const list = threadsList(source, labels, { clock, onError });
  return runTool(
    {
      name: "list_threads",
      title: "List threads",
      description:
        "Lists recorded threads of the agent: how each stands, how many attempts its latest run took, and why its first attempt failed. Begin here.",
      input,
      output,
    },
    async ({ from, limit, status, ...rest }, told, signal) => {
      const query = { ...rest, filter: status, from: from - 1, count: limit };
      const listed = await listAll(list, query, clock, signal);
      const { counts, known, matching, more, threads, unread } = listed;
      const page = pageOf(threads, { from: 1, limit, most: 24_000 }, (thread) => rowOf(thread, told));
      const next = from + page.rows.length;
      return {
        threads: [...page.rows],
        matching,
        lookedAt: known,
        more,
        unread,
        counts,
        ...(next <= matching && page.rows.length > 0 ? { next } : {}),
      };
    },
  );
}

/** Looks until all is known that the query asks for, or until patience ends. */
async function listAll(
  list: ReturnType<typeof threadsList>,
  query: ThreadQuery,
  clock: () => number,
  signal: AbortSignal | undefined,
): Promise<ListedThreads> {
  const start = clock();
  let listed = await list(query, { isFollowUp: false, isAnew: false });
  const isDone = () => listed.unread === 0 && (!listed.more || listed.matching >= query.from + query.count);
  const isStopped = () => signal?.aborted === true || clock() - start >= PATIENCE;
  while (!isDone() && !isStopped()) listed = await list(query, { isFollowUp: true, isAnew: false });
  return listed;
}

type Row = z.input<typeof output.threads>[number];

function rowOf({ hit, set, waits, ...thread }: FoundThread, told: Told): Row {
  return {
    thread: told.text("Id of a thread", thread.id, 500),
    status: thread.status,
    task: told.text("Task", thread.task, 300),
    reason: thread.reason === undefined ? undefined : told.text("Reason", thread.reason, 300),
    runs: thread.runs,
    attempts: thread.attempts,
    set: set && { steps: set.size, of: set.steps, status: set.status },
    tokens: thread.tokens,
    decidedAt: thread.updatedAt,
    waits: waits && { since: waits.since, asks: told.text("Question", waits.asks, 300) },
    found: hit && {
      where: told.text("Place", hit.what, 100),
      text: told.text("Text that was found", hit.text, 300),
    },
  };
}
