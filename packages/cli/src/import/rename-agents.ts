import type { Step, Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { z } from "zod";
import { readData } from "../data/read-data.ts";
import { UsageError } from "../errors/usage-error.ts";

/** Names of agents in imported traces, and the names that their nodes have in the graph that they are to teach. */
export type AgentNames = ReadonlyMap<string, string>;

/**
 * The table that `--agents` names: a JSON object from an agent's name in the traces to its name in the graph. Several names may become one.
 *
 * @throws {UsageError} on another shape
 * @throws {EvaluationError} if the file cannot be read
 */
export async function readAgentNames(file: string | undefined): Promise<AgentNames> {
  if (file === undefined) return new Map();
  const read = table.safeParse(parsed(await readData(file, "--agents")));
  if (!read.success)
    throw new UsageError(
      `Expected \`--agents\` to name a file with one JSON object of names, such as {"Solver": "solver"}, got ${file}, which is another one.`,
    );
  return new Map(Object.entries(read.data));
}

const table = z.record(z.string(), z.string().min(1));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A trajectory whose agents have the names of the table. Those that it does not name keep theirs. */
export function renameAgents(trajectory: Trajectory, names: AgentNames): Trajectory {
  if (names.size === 0) return trajectory;
  const named = (agent: string): string => names.get(agent) ?? agent;
  const { instructions, label } = trajectory;
  const decisiveAgent = label?.decisiveAgent;
  return {
    ...trajectory,
    steps: trajectory.steps.map((step) => renamed(step, named)),
    ...(instructions !== undefined && { instructions: joined(instructions, named) }),
    ...(label !== undefined &&
      decisiveAgent !== undefined && { label: { ...label, decisiveAgent: named(decisiveAgent) } }),
  };
}

function renamed(step: Step, named: (agent: string) => string): Step {
  return { ...step, agent: named(step.agent), ...(step.to !== undefined && { to: named(step.to) }) };
}

/** Instructions of agents that become one follow each other. */
function joined(
  instructions: Readonly<Record<string, string>>,
  named: (agent: string) => string,
): Readonly<Record<string, string>> {
  const texts = new Map<string, string[]>();
  for (const [agent, text] of Object.entries(instructions))
    texts.set(named(agent), [...(texts.get(named(agent)) ?? []), text]);
  return Object.fromEntries([...texts].map(([agent, parts]) => [agent, [...new Set(parts)].join("\n\n")]));
}
