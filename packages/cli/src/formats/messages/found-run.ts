import type { Step, Trajectory } from "@langgraph-rollback/attribution/trajectory";
import type { Imported } from "../imported.ts";

/** A step that was read, still without its number. */
export interface FoundStep {
  readonly step: Omit<Step, "index">;
  /** Fields that a step has no place for. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A run that was read. */
export interface FoundRun {
  readonly id: string;
  /** Default: `id`. Attempts of one run have ids of their own. */
  readonly run?: string;
  readonly attempt?: number;
  readonly task: string;
  /** Instructions by agent. */
  readonly instructions?: ReadonlyMap<string, readonly string[]>;
  readonly outcome?: NonNullable<Trajectory["outcome"]>;
  readonly steps: readonly FoundStep[];
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A run as a trajectory with its origin beside it. */
export function importedRun(format: string, found: FoundRun): Imported {
  const { attempt, fields, id, instructions, outcome, run = id, steps, task } = found;
  const texts = [...(instructions ?? [])].map(([agent, said]) => [agent, said.join("\n\n")] as const);
  return {
    trajectory: {
      id,
      task,
      ...(texts.length === 0 ? {} : { instructions: Object.fromEntries(texts) }),
      steps: steps.map(({ step }, index) => ({ index, ...step })),
      ...(outcome === undefined ? {} : { outcome }),
    },
    origin: {
      format,
      run,
      ...(attempt === undefined ? {} : { attempt }),
      ...(Object.keys(fields).length === 0 ? {} : { fields }),
      steps: steps.map((each) => each.fields),
    },
  };
}

/** Adds a text to what an agent is instructed with. */
export function instruct(instructions: Map<string, string[]>, agent: string, text: string): void {
  if (text === "") return;
  const known = instructions.get(agent);
  if (known === undefined) instructions.set(agent, [text]);
  else known.push(text);
}
