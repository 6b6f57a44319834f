import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { checkpointerSource, openCheckpointer } from "@langgraph-rollback/inspector";
import { printable } from "@langgraph-rollback/inspector/shared";
import { listThreads } from "langgraph-rollback";
import type { WhereOptions } from "../options/schema-option.ts";
import { checkThreads } from "./check-threads.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { checkHolding } from "./holding/check-holding.ts";

/** Newest checkpoints that are looked at, of all threads. */
const LOOKED_AT = 500;

/** Whether a database can be opened, holds threads, and holds them step by step. Only reads. */
export async function checkDatabase(where: string, options: WhereOptions): Promise<readonly Diagnosis[]> {
  try {
    const opened = await openCheckpointer(where, options);
    const { saver, name, close } = opened;
    try {
      const tuples = await newestOf(saver);
      const source = checkpointerSource(opened, name);
      const threads = [...(await checkThreads(source)), ...(await checkHolding(source, opened))];
      if (tuples.length > 0) return [held(name, tuples), ...steps(tuples), ...threads];
      return threads.length > 0 ? threads : [empty(name)];
    } finally {
      await close();
    }
  } catch (error) {
    return [unreadable(error)];
  }
}

/** Checkpoints of outermost graphs: subgraphs' checkpoints are in namespaces. */
async function newestOf(saver: BaseCheckpointSaver): Promise<readonly CheckpointTuple[]> {
  try {
    return await listed(saver, {});
  } catch {
    // If one cannot be read, all other threads are still checked.
    const { threads } = await listThreads(saver, LOOKED_AT);
    const found: CheckpointTuple[] = [];
    for (const { threadId } of threads) {
      for (const each of await listed(saver, { thread_id: threadId }).catch(() => [])) found.push(each);
      if (found.length >= LOOKED_AT) break;
    }
    return found;
  }
}

async function listed(
  saver: BaseCheckpointSaver,
  thread: Readonly<Record<string, string>>,
): Promise<readonly CheckpointTuple[]> {
  const tuples: CheckpointTuple[] = [];
  const config = { configurable: { ...thread, checkpoint_ns: "" } };
  for await (const tuple of saver.list(config, { limit: LOOKED_AT })) tuples.push(tuple);
  return tuples;
}

function unreadable(error: unknown): Diagnosis {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    check: "database",
    level: "fault",
    code: "DATABASE_UNREADABLE",
    message: printable(reason),
    remedy: "Mend that, and ask again; inspect and attribute would say the same.",
  };
}

function empty(name: string): Diagnosis {
  return {
    check: "database",
    level: "warning",
    code: "DATABASE_EMPTY",
    message: `${printable(name)} has a checkpointer's tables and not one checkpoint.`,
    remedy: "Run the agent once with the checkpointer that is meant, and a `thread_id`.",
  };
}

function held(name: string, tuples: readonly CheckpointTuple[]): Diagnosis {
  const threads = new Set(tuples.map(threadOf)).size;
  const some =
    tuples.length === LOOKED_AT ? `the newest ${LOOKED_AT} checkpoints` : `${tuples.length} checkpoints`;
  return {
    check: "database",
    level: "ok",
    message: `${printable(name)} can be read: ${some} are of ${threads === 1 ? "one thread" : `${threads} threads`}.`,
  };
}

/** A run with `durability: "exit"` leaves one checkpoint at its end, many steps after the one before it. */
function steps(tuples: readonly CheckpointTuple[]): readonly Diagnosis[] {
  const byId = new Map(tuples.map((tuple) => [tuple.checkpoint.id, tuple]));
  const leaping = new Set(tuples.filter((tuple) => hasLeapt(tuple, byId)).map(threadOf));
  const [first] = leaping;
  if (first === undefined)
    return [
      { check: "durability", level: "ok", message: "There are checkpoints between the steps of runs." },
    ];
  return [
    {
      check: "durability",
      level: "fault",
      code: "DURABILITY_EXIT",
      message: `${leaping.size === 1 ? "One thread was" : `${leaping.size} threads were`} saved at the end of runs alone, so there is nothing to rewind to: ${printable(first)}${leaping.size > 1 ? ", …" : ""}.`,
      remedy: 'Run the agent with `durability: "sync"` or `"async"`, not `"exit"`.',
    },
  ];
}

function hasLeapt(
  { metadata, parentConfig }: CheckpointTuple,
  byId: ReadonlyMap<string, CheckpointTuple>,
): boolean {
  // Inputs come first, and what was written by hand stands where it was put.
  if (metadata?.source !== "loop") return false;
  if (parentConfig === undefined) return true;
  const parent = byId.get(String(parentConfig.configurable?.["checkpoint_id"]));
  return parent?.metadata !== undefined && parent.metadata.step < metadata.step - 1;
}

function threadOf({ config }: CheckpointTuple): string {
  return String(config.configurable?.["thread_id"]);
}
