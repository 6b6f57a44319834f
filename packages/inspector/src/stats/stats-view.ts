import type { AgentStats } from "langgraph-rollback/stats";

import { oneLine } from "../shared/words/shortened.ts";
import type { ThreadSource } from "../source/thread-source.ts";

/** Groups, rows of a table and wordings of a group that the page gets, and characters of a reason. */
const GROUPS = 50;
const ROWS = 20;
const WORDINGS = 3;
const REASON = 300;

/** Milliseconds for which figures are given again while no thread is new or decided about. */
const FRESH = 60_000;

/**
 * Figures of all runs of a source. Several requests at once count once, and threads that have not changed are not read again.
 *
 * @param clock milliseconds since the epoch
 * @returns `undefined` where the source has no such figures
 */
export function statsView(
  source: ThreadSource,
  clock: () => number = Date.now,
): (() => Promise<AgentStats>) | undefined {
  const { stats } = source;
  if (stats === undefined) return undefined;
  let latest: { readonly version: string; readonly at: number; readonly value: AgentStats } | undefined;
  let counting: Promise<AgentStats> | undefined;
  const count = async (): Promise<AgentStats> => {
    const version = await source.listVersion();
    const at = clock();
    if (latest?.version === version && at - latest.at < FRESH) return latest.value;
    const value = bounded(await stats({ now: new Date(at) }));
    latest = { version, at, value };
    return value;
  };
  return async () => {
    counting ??= count().finally(() => {
      counting = undefined;
    });
    return counting;
  };
}

/** Bounds of what the page shows, however much a database holds. */
function bounded(stats: AgentStats): AgentStats {
  return {
    ...stats,
    nodes: stats.nodes.slice(0, ROWS),
    tools: stats.tools.slice(0, ROWS),
    agents: stats.agents.slice(0, ROWS),
    toolErrors: stats.toolErrors.slice(0, ROWS),
    latencies: stats.latencies.slice(0, ROWS),
    versions: stats.versions.slice(0, ROWS),
    groups: stats.groups.slice(0, GROUPS).map((group) => ({
      ...group,
      wordings: group.wordings
        .slice(0, WORDINGS)
        .map(({ count, reason }) => ({ count, reason: oneLine(reason, REASON) })),
      runs: group.runs.slice(0, ROWS),
    })),
  };
}
