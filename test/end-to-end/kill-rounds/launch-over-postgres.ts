import { fork } from "node:child_process";

import { server } from "../../fixtures/postgres-server.ts";
import { openGate } from "./statement-gate.ts";
import type { Launch } from "./workers.ts";

/**
 * @param program of a worker, from `keptBundle`
 * @param args of the program, after the port of its way to Postgres
 */
export const launchOverPostgres =
  (program: string, args: readonly string[]): Launch =>
  async (worker) => {
    const gate = await openGate(server, {
      watch: (statement) => worker.watch(statement),
      kill: worker.kill,
      storedBy,
    });
    return { ...gate, child: fork(program, [String(gate.port), ...args], { silent: true }) };
  };

/** Kind of item that a statement's message stores: a checkpoint by its source, a record of the history, or a task's writes. */
function storedBy(sql: string, message: Buffer): string | undefined {
  if (sql.includes(".checkpoint_writes")) return "writes";
  if (!/insert into \S+\.checkpoints /iu.test(sql) || message.toString("latin1", 0, 1) !== "B")
    return undefined;
  if (message.includes("langgraph-rollback")) return "record";
  const source = /"source":\s*"(\w+)"/u.exec(message.toString("utf8"))?.[1];
  return source === "update" ? "fork" : source;
}
