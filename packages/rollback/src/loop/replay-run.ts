import type { ReplayEntry, RunEntry } from "@langgraph-rollback/attribution";

import type { LearnReplays } from "../setup/learn-options.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { labelReplayed } from "../replay/label-by-replay.ts";
import { replayedIn } from "../replay/replayed-graph.ts";
import { triedStarts } from "../replay/tried-starts.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";

/**
 * @internal Replays the first attempt of a failed run on a copy until the last start that recovers is known.
 *
 * @param threadId that the run was on
 * @returns `undefined` if its steps are gone
 */
export async function replayRun(
  context: RollbackContext,
  threadId: string,
  { agent, attempts: [first] }: RunEntry,
  { onReplayed: _onReplayed, ...replays }: LearnReplays,
): Promise<ReplayEntry | undefined> {
  if (first === undefined) return undefined;
  const { graph, options, saver } = context;
  const replayed = replayedIn(context, graph, { from: 0, checkpointer: saver.inner });
  const head = first.id.slice(threadId.length + 1);
  const label = await labelReplayed(replayed, checkpointConfig(threadId, head), replays);
  const { range, replays: made, status } = label;
  return {
    kind: "replays",
    format: 1,
    agent,
    at: new Date(options.clock()).toISOString(),
    attempt: first.id,
    tried: triedStarts(made),
    ...(status === "found" && range !== undefined ? { lastStart: range.start } : {}),
    executed: made.reduce((sum, { spent }) => sum + spent.steps, 0),
  };
}
