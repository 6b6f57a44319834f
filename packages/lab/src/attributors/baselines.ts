import { firstWriteScorer } from "@langgraph-rollback/attribution";
import type { Attributor, Finding } from "@langgraph-rollback/attributors";
import {
  type LabelledTrajectory,
  largest,
  type Trajectory,
} from "@langgraph-rollback/attribution/trajectory";
import type { BaselineName } from "./attributor-names.ts";
import { blamedAgent } from "./finding-metrics.ts";

/**
 * Rules of thumb that read no text of a trace. A method that asks a model has to name more agents and steps right than they.
 *
 * - `most-blamed`: the agent of the trace that labels of other failures blame most often, and its first step.
 * - `most-active`: the agent of the trace that acts in most steps, and its first step.
 * - `first-step`, `last-step`: that step, and the agent who acted in it.
 * - `first-write`: the first step that calls a tool that writes, as `firstWriteScorer` knows it. No step where none does.
 *
 * Ties go to the agent that acts first.
 *
 * @param others labelled failures to learn from, for `most-blamed` alone; what is judged must not be among them
 */
export function baseline(name: BaselineName, others: readonly LabelledTrajectory[]): Attributor {
  const find = FINDERS[name];
  return {
    name,
    fingerprint: name === "most-blamed" ? `${name}/${[...blames(others)].join(";")}` : name,
    attribute: async ({ trajectory }, signal) => {
      signal?.throwIfAborted();
      return { ...(await find(trajectory, others)), usage: NO_CALLS, problems: [] };
    },
    estimate: () => ({ calls: 0, inputTokens: 0 }),
  };
}

const NO_CALLS = { calls: 0, inputTokens: 0, outputTokens: 0, latency: 0 };

type Found = Pick<Finding, "scores" | "step" | "agent">;
type Find = (trajectory: Trajectory, others: readonly LabelledTrajectory[]) => Found | Promise<Found>;

const FINDERS: Readonly<Record<BaselineName, Find>> = {
  "most-blamed": (trajectory, others) => {
    const blamed = blames(others);
    return agentFound(trajectory, (agent) => blamed.get(agent) ?? 0);
  },
  "most-active": (trajectory) => {
    const acted = countsOf(trajectory.steps.map(({ agent }) => agent));
    return agentFound(trajectory, (agent) => acted.get(agent) ?? 0);
  },
  "first-step": (trajectory) => stepFound(trajectory, 0),
  "last-step": (trajectory) => stepFound(trajectory, trajectory.steps.length - 1),
  "first-write": async (trajectory) => {
    const scores = await firstWriteScorer().score(trajectory);
    const most = largest(scores);
    const writes = trajectory.steps.length === 1 || scores.some((score) => score < most);
    return writes ? { ...stepFound(trajectory, scores.indexOf(most)), scores } : { scores };
  },
};

function stepFound({ steps }: Trajectory, step: number): Found {
  const agent = steps[step]?.agent;
  const scores = steps.map((_, index) => (index === step ? 1 : 0));
  return { scores, step, ...(agent === undefined ? {} : { agent }) };
}

/** The agent with the highest count. */
function agentFound({ steps }: Trajectory, countOf: (agent: string) => number): Found {
  const most = largest(steps.map(({ agent }) => countOf(agent)));
  const step = steps.findIndex(({ agent }) => countOf(agent) === most);
  const agent = steps[step]?.agent;
  const scores = steps.map((each) => (each.agent === agent ? 1 : 0));
  return { scores, step, ...(agent === undefined ? {} : { agent }) };
}

/** Number of times that each agent is blamed. */
function blames(labelled: readonly LabelledTrajectory[]): ReadonlyMap<string, number> {
  return countsOf(labelled.flatMap((each) => blamedAgent(each) ?? []));
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
