import { writeWholeFile } from "@langgraph-rollback/attribution";
import { printable } from "@langgraph-rollback/inspector/shared";
import { learn, readLearning, type AgentLearning } from "langgraph-rollback";

import { CommandFailedError } from "../errors/command-failed-error.ts";
import { checkOutputs } from "../files/check-outputs.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import { withRuns } from "../replaying/recorded-runs.ts";
import type { Output } from "../terminal/output.ts";
import { learningText } from "./learning-text.ts";

/** Runs to learn from, and places for what is learnt. */
export interface LearnCommandOptions extends WhereOptions {
  readonly db: string;
  readonly agent?: string;
  readonly store?: string;
  readonly alpha: number;
  readonly seed: number;
  readonly look?: true;
  /** File, or true for the standard output. */
  readonly json?: string | true;
  readonly force?: true;
}

/** Does a round of learning on the runs of a database, and says what is in force. */
export async function runLearnCommand(options: LearnCommandOptions, output: Output): Promise<void> {
  const { alpha, db, force, json, look, seed, store } = options;
  checkOutputs({ force, reads: { db }, writes: { "--json": json } });
  const learnt = await withRuns(
    db,
    { ...options, isWritable: look === undefined && store === undefined },
    async ({ checkpointer }) => {
      const source = store ?? checkpointer;
      const agent = agentIn(await readLearning(source), options);
      const kept = store === undefined ? {} : { store };
      if (look === undefined) await learn(checkpointer, { agent, alpha, seed, ...kept });
      return (await readLearning(source)).find((each) => each.agent === agent);
    },
  );
  if (learnt === undefined)
    throw new CommandFailedError("No failed run of this agent is in the database, so nothing can be learnt.");
  const asJson = JSON.stringify(learnt, undefined, 2);
  output.print(json === true ? asJson : learningText(learnt));
  if (typeof json === "string") writeWholeFile(json, `${asJson}\n`);
}

function agentIn(learning: readonly AgentLearning[], { agent }: LearnCommandOptions): string {
  if (agent !== undefined) return agent;
  const [only, ...others] = learning;
  if (only === undefined)
    throw new CommandFailedError(
      "No agent learns in this database. Pass `--agent NAME`, and give the agent the same name: `withRollback(graph, { verify, learn: { agent: NAME } })`.",
    );
  if (others.length > 0)
    throw new CommandFailedError(
      `Several agents learn in this database: ${learning.map((each) => printable(each.agent)).join(", ")}. Name one with \`--agent\`.`,
    );
  return only.agent;
}
