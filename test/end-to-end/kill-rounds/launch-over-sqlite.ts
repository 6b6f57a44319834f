import { fork } from "node:child_process";

import { gateCallSchema, type GateAnswer } from "../../fixtures/kill-messages.ts";
import type { Launch } from "./workers.ts";

/**
 * A process asks before and after each call of its checkpointer, and dies without an answer. What it has written by then
 * is there, and nothing is on its way.
 *
 * @param program of a worker, from `keptBundle`
 * @param args of the program
 */
export const launchOverSqlite =
  (program: string, args: readonly string[]): Launch =>
  async (worker) => {
    const child = fork(program, [...args], { silent: true });
    const dying = new Set<number>();
    child.on("message", (message) => {
      const { data: call } = gateCallSchema.safeParse(message);
      if (call === undefined) return;
      const death =
        call.when === "before" ? worker.watch({ sql: call.sql, stored: new Set(call.stored) }) : undefined;
      if (death?.loss === "lost" || dying.has(call.call)) return worker.kill();
      if (death !== undefined) dying.add(call.call);
      child.send({ pass: call.call } satisfies GateAnswer, () => {
        // A process that is gone says so by its exit.
      });
    });
    return { child, quiet: nothing, drained: nothing, close: nothing };
  };

const nothing = async (): Promise<void> => {};
