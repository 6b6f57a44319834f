import { listThreads } from "../history/list-threads.ts";
import type { GraphOrCheckpointer } from "../recording/graph-or-checkpointer.ts";
import type { AgentStats } from "./agent-stats.ts";
import { type Periods, trendOf } from "./count-over-time.ts";
import { countPlaces, shareOf } from "./count-places.ts";
import { costOf, latenciesOf, toolErrorsOf, versionsOf } from "./count-steps.ts";
import { groupRuns } from "./group-runs.ts";
import { readRunFacts } from "./read-run-facts.ts";
import type { RunFacts } from "./run-facts.ts";

/** Choice of runs to count. */
export interface AgentStatsOptions {
  /** At most so many threads, the latest. Default 1000. */
  readonly limit?: number;
  /** Runs whose first attempt was decided at this time or later count, ISO 8601. Older ones of the threads that are read only tell which groups are new. Default: all. */
  readonly since?: string;
  /** Only runs in which this agent or node acted. Default: all. */
  readonly agent?: string;
  /** The moment that the figures are of. Default: now. */
  readonly now?: Date;
  /** Length of a period in days: the last one is held against those before. Default 7. */
  readonly days?: number;
  /** Facts by thread from an earlier call. Threads that have not changed since are not read again, and what is read is added. Default: nothing is known. */
  readonly known?: Map<string, { readonly latest: string; readonly runs: readonly RunFacts[] }>;
}

/**
 * Counts over all runs of a database what fails: which nodes, tools, agents and reasons, how that changes, and what rollbacks cost. No label is needed.
 *
 * Threads are read one at a time, the latest first; of each, some figures a step stay in memory. Suspicion is weak on one run and useful in sum: see
 * {@link AgentStats}. Only runs of `withRollback` and `rollbackGraph` are read, not those of the middleware alone.
 *
 * @param source the graph with its checkpointer, or a checkpointer alone that lists its threads
 * @returns plain JSON
 * @throws {NoCheckpointerError | UnsupportedGraphError}
 * @throws what the checkpointer throws, if no thread can be read
 *
 * @example
 * const { groups } = await readAgentStats(agent, { since: "2026-11-01" });
 */
export async function readAgentStats(
  source: GraphOrCheckpointer,
  options: AgentStatsOptions = {},
): Promise<AgentStats> {
  const { agent, days = 7, limit = 1000, now = new Date(), since } = options;
  const read = await readAll(source, limit, options.known ?? new Map());
  const periods: Periods = { end: now.getTime(), days };
  const from = since === undefined ? undefined : new Date(since).toISOString();
  const isMeant = ({ agents }: RunFacts): boolean => agent === undefined || agents.includes(agent);
  const all = read.runs.filter(isMeant).toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const runs = all.filter(({ at }) => from === undefined || at >= from);
  const judged = runs.filter(({ isJudged }) => isJudged);
  const failed = judged.filter(({ failure }) => failure !== undefined);
  const failures = failed.flatMap(({ failure }) => failure ?? []);
  const ended = failed.filter(({ status }) => status === "recovered" || status === "gave-up");
  const trend = trendOf(judged, periods);
  return {
    threads: read.threads,
    more: read.more,
    ...(read.unreadable === undefined ? {} : { unreadable: read.unreadable }),
    at: now.toISOString(),
    days,
    failed: shareOf(failed.length, judged.length),
    stoppedEarly: {
      alarm: shareOf(failures.filter(({ early }) => early === "alarm").length, failures.length),
      check: shareOf(failures.filter(({ early }) => early === "check").length, failures.length),
    },
    recovered: shareOf(ended.filter(({ status }) => status === "recovered").length, ended.length),
    scored: failures.filter(({ suspicion }) => suspicion !== undefined).length,
    nodes: countPlaces(failures, ({ node }) => node),
    tools: countPlaces(failures, ({ tool }) => tool),
    agents: countPlaces(failures, (place) => place.agent),
    toolErrors: toolErrorsOf(runs),
    latencies: latenciesOf(runs),
    trend,
    cost: costOf(runs),
    versions: versionsOf(judged),
    groups: groupsSince(all, periods, trend.periods.length, from),
  };
}

/** Groups are made of all runs that were read, so that they keep their ids whatever is asked for. */
function groupsSince(
  all: readonly RunFacts[],
  periods: Periods,
  length: number,
  from: string | undefined,
): AgentStats["groups"] {
  const failed = all.filter(({ failure }) => failure !== undefined);
  const groups = groupRuns(failed, periods, length);
  return from === undefined ? groups : groups.filter(({ lastSeen }) => lastSeen >= from);
}

async function readAll(
  source: GraphOrCheckpointer,
  limit: number,
  known: NonNullable<AgentStatsOptions["known"]>,
): Promise<Pick<AgentStats, "threads" | "more" | "unreadable"> & { readonly runs: readonly RunFacts[] }> {
  const { more, threads } = await listThreads(source, limit);
  const runs: RunFacts[] = [];
  const problems: unknown[] = [];
  const listed = new Set(threads.map(({ threadId }) => threadId));
  for (const threadId of known.keys()) if (!listed.has(threadId)) known.delete(threadId);
  for (const { latest, threadId } of threads) {
    try {
      const before = known.get(threadId);
      const facts = before?.latest === latest ? before.runs : await readRunFacts(source, threadId);
      known.set(threadId, { latest, runs: facts });
      for (const each of facts) runs.push(each);
    } catch (error) {
      problems.push(error);
    }
  }
  const [first] = problems;
  if (first !== undefined && problems.length === threads.length) throw first;
  const message = first instanceof Error ? first.message : String(first);
  return {
    threads: threads.length,
    more,
    runs,
    ...(first === undefined ? {} : { unreadable: { threads: problems.length, first: message } }),
  };
}
