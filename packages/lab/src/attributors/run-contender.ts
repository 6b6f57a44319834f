import { setMaxListeners } from "node:events";
import { CassetteMissError } from "@langgraph-rollback/attributors/cassette";
import { EvaluationError } from "../errors/evaluation-error.ts";
import type { Attributor, Finding } from "@langgraph-rollback/attributors";
import { evidenceOf, type Told } from "./evidence-of.ts";
import type { AskedCase } from "./case.ts";

/** How to go through the cases. */
export interface RunOptions extends Told {
  /** The method as it may judge the case at this position. */
  readonly attributorFor: (index: number) => Attributor;
  /** Trajectories at once. */
  readonly concurrency: number;
  readonly advance: () => void;
}

/**
 * Has a method judge all cases, some at once.
 *
 * @param name of the method, for messages
 * @returns in the order of the cases
 * @throws {EvaluationError} if the method gives up: its endpoint does not answer, or a cassette lacks a request
 */
export async function runContender<Asked extends AskedCase>(
  name: string,
  cases: readonly Asked[],
  { advance, attributorFor, concurrency, ...told }: RunOptions,
): Promise<readonly { readonly trajectory: Asked["trajectory"]; readonly finding: Finding }[]> {
  const judged: { readonly trajectory: Asked["trajectory"]; readonly finding: Finding }[] = [];
  const stop = new AbortController();
  // Every call under way listens, and there are as many as a method makes at once.
  setMaxListeners(0, stop.signal);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < cases.length; index = next++) {
      const one = cases[index];
      if (one === undefined) return;
      const finding = await attributorFor(index).attribute(evidenceOf(one, told), stop.signal);
      judged[index] = { trajectory: one.trajectory, finding };
      advance();
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
    return judged;
  } catch (error) {
    stop.abort();
    throw new EvaluationError(`${name}: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  const miss = missIn(error);
  if (miss !== undefined) return `${miss.message} On the command line, that is \`--record\`.`;
  return error instanceof Error ? error.message : String(error);
}

function missIn(error: unknown): CassetteMissError | undefined {
  if (error instanceof CassetteMissError) return error;
  return error instanceof Error && error.cause !== undefined ? missIn(error.cause) : undefined;
}
