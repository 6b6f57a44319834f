import { sentence } from "@langgraph-rollback/attribution/trajectory";
import { printable, shownAddress } from "@langgraph-rollback/inspector/shared";

import { CommandFailedError } from "../errors/command-failed-error.ts";

/**
 * Does something that opens a queue.
 *
 * @param address for messages, where it stands without its password
 * @throws {CommandFailedError} if the database does not answer or refuses
 * @throws what the package of the queue throws
 */
export async function openingQueue<Value>(address: string, open: () => Promise<Value>): Promise<Value> {
  try {
    return await open();
  } catch (error) {
    if (isOwn(error)) throw error;
    throw new CommandFailedError(
      `Could not open the queue in ${shownAddress(address)}: ${sentence(printable(reasonOf(error)))}`,
      { cause: error },
    );
  }
}

/** Codes of ours are words, and those of Postgres and of the system are one. */
const isOwn = (error: unknown): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && error.code.includes("_");

/** If several addresses were tried, Node tells of each by itself. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
