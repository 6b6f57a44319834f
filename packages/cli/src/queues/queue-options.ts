import { type Command, Option } from "commander";

import { UsageError } from "../errors/usage-error.ts";
import type { Environment } from "../terminal/environment.ts";

/** Place of a queue. */
export interface QueueOptions {
  readonly connection?: string;
  /** Default "langgraph_rollback". */
  readonly schema?: string;
}

/** Of every command that opens a queue. */
export function addQueueOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--connection <url>", "Postgres address of the queue (default: DATABASE_URL)").helpGroup(
        "Queue:",
      ),
    )
    .addOption(
      new Option("--schema <name>", "of the queue's tables (default: langgraph_rollback)").helpGroup(
        "Queue:",
      ),
    );
}

/**
 * The address of a queue.
 *
 * @throws {UsageError} if there is none, or it is none of Postgres
 */
export function connectionOf({ connection }: QueueOptions, { DATABASE_URL }: Environment): string {
  const address = connection ?? DATABASE_URL ?? "";
  if (address === "")
    throw new UsageError("Pass `--connection postgres://…`, the address of the queue, or set DATABASE_URL.");
  if (!isPostgres(address))
    throw new UsageError(
      `Expected ${connection === undefined ? "DATABASE_URL" : "`--connection`"} to begin with postgres:// or postgresql://: a queue lies in Postgres.`,
    );
  return address;
}

/** Whether an address is one of Postgres. */
export const isPostgres = (address: string): boolean =>
  address.startsWith("postgres://") || address.startsWith("postgresql://");
