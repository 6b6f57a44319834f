import { verifierOf } from "../verifiers/judge.ts";
import type { Verifier } from "../verifiers/verifier.ts";
import type { PlannedReplay } from "./plan-replay.ts";
import { replayOnce, type ReplayCall } from "./replay-once.ts";
import type { ReplaySandbox } from "../setup/replay-sandbox.ts";
import type { ReplayOptions } from "./replay-options.ts";
import type { Replay } from "./replay-result.ts";
import type { ReplayedGraph } from "./replayed-graph.ts";

/** @internal Replays a run once, in a world of its own if the options make one. */
export async function replayInSandbox(
  replayed: ReplayedGraph,
  plan: PlannedReplay,
  options: ReplayOptions,
  config: ReplayCall,
): Promise<Replay> {
  if (options.sandbox === undefined) return replayOnce(replayed, plan, options, config);
  const sandbox = await options.sandbox(plan.trajectory.steps.slice(0, plan.rewind.step));
  try {
    const { tools, nodes } = sandbox;
    const own = {
      ...options,
      tools: { ...options.tools, ...tools },
      nodes: { ...options.nodes, ...nodes },
    };
    return await replayOnce(judgedIn(replayed, sandbox), plan, own, config);
  } finally {
    await sandbox.close?.();
  }
}

function judgedIn(replayed: ReplayedGraph, sandbox: ReplaySandbox): ReplayedGraph {
  if (!judges(sandbox)) return replayed;
  const verify: Verifier = verifierOf(sandbox);
  return { ...replayed, verify, options: { ...replayed.options, verify } };
}

const judges = (sandbox: ReplaySandbox): sandbox is ReplaySandbox & Required<Pick<ReplaySandbox, "verify">> =>
  sandbox.verify !== undefined;
