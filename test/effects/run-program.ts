import type { BaseMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { readHistory, resumeRollback, type RunHistory, type ThreadLock } from "langgraph-rollback";

import { PlannedError } from "./acting.ts";
import { Life, livingSaver } from "./life.ts";
import { programGraph } from "./program-graph.ts";
import type { Program } from "./program.ts";
import type { World } from "./world.ts";

/** Where checkpoints live. */
export interface Store {
  /** A checkpointer of its own for each process. */
  readonly open: () => BaseCheckpointSaver;
  readonly lock?: () => { readonly lock: ThreadLock; readonly exit: () => void };
}

/** All that is to be known of a program that has run to its end. */
export interface Ended {
  /** Attempts of the last run, and those of runs that were decided before. */
  readonly runs: readonly RunHistory[];
  /** Values of the branch that survived. */
  readonly values: unknown;
  /** Whether the branch has come to its end: no exception has escaped from its last attempt. */
  readonly isWhole: boolean;
  /** Whether some nodes are subgraphs. */
  readonly hasSubgraphs: boolean;
  /** What was undone when a fork was put, by its id. */
  readonly undoneAt: ReadonlyMap<string, ReadonlySet<string>>;
  /** Attempts that were decided a second time although the first decision was stored. */
  readonly decidedAgain: readonly string[];
  /** How many processes it took. */
  readonly processes: number;
  /** Ways in which something went that nobody has planned. */
  readonly surprises: readonly string[];
}

/** Problems of a run that has ended and can be taken up when they are mended. */
const MENDABLE = new Set(["UNDO_FAILED"]);
const PATIENCE = 30;

/** Runs a program to its end, in as many processes as it takes. */
export async function runProgram(
  program: Program,
  world: World,
  store: Store,
  threadId: string,
): Promise<Ended> {
  world.clear();
  const thread = { configurable: { thread_id: threadId } };
  const stops = [...program.stops];
  const mending = { isMended: false };
  const undoneAt = new Map<string, ReadonlySet<string>>();
  const decidedAgain: string[] = [];
  const surprises: string[] = [];
  /** Reads what is stored, without being stopped. */
  const bystander = () => programGraph(program, { ...alive(world), ...mending }, store.open());
  let forksMendable: number | undefined;
  let isStopped = false;
  for (let process = 0; process < PATIENCE; process += 1) {
    const present = await situation(bystander(), thread);
    if (present.kind === "over" && !present.isMendable) {
      const state = await bystander().getState(thread);
      return {
        runs: present.runs,
        values: ofTheBranch(state.values),
        isWhole: state.next.length === 0,
        hasSubgraphs: program.layers.flat().some(({ kind }) => kind === "tools" || kind === "subgraph"),
        undoneAt,
        decidedAgain,
        processes: process,
        surprises,
      };
    }
    const decided = new Set(
      present.runs[0]?.attempts.filter(({ rewind }) => rewind !== undefined).map(({ attempt }) => attempt),
    );
    if (present.kind === "over") {
      if (mending.isMended && !isStopped && forksMendable === decided.size)
        surprises.push("mending did not help");
      forksMendable = decided.size;
      mending.isMended = true;
    }
    const life = new Life(stops.shift());
    const saver = livingSaver(store.open(), life, (id) => {
      if (!undoneAt.has(id)) undoneAt.set(id, world.undone);
    });
    const watcher = {
      onDecide: (attempt: number) => {
        // A run that was given up may be followed by one that continues from it, with attempts of its own.
        if (present.kind === "open" && decided.has(attempt))
          decidedAgain.push(`attempt ${attempt} in process ${process}`);
      },
    };
    const locking = store.lock?.();
    const graph = programGraph(
      program,
      { world, life, isMended: mending.isMended, ...watcher },
      saver,
      locking?.lock,
    );
    const call =
      present.kind === "none"
        ? graph.invoke({}, thread)
        : present.kind === "over" || program.resumesBy === "resumeRollback"
          ? resumeRollback(graph, thread)
          : graph.invoke(null, thread);
    const came = await Promise.race([
      call.then(
        () => "returned",
        (error: unknown) => error,
      ),
      life.over,
    ]);
    isStopped = came === "stopped";
    life.exit();
    locking?.exit();
    if (typeof came === "string") continue;
    if (came instanceof Error && came.name === "UndoFailedError") mending.isMended = true;
    else if (!isPlanned(came)) surprises.push(String(came instanceof Error ? came.stack : came));
  }
  throw new Error(`The program has not ended after ${PATIENCE} processes. ${surprises.join(" ")}`);
}

/** Whether an exception, or each of those that it stands for, is one that a program throws on purpose. */
function isPlanned(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isPlanned);
  // A checkpointer keeps an exception's name and message only.
  return error instanceof Error && error.name === PlannedError.name;
}

/** The note of a rollback tells of keys that the branch does not hold. */
function ofTheBranch({
  said,
  messages,
}: {
  readonly said?: readonly string[];
  readonly messages?: readonly BaseMessage[];
}): unknown {
  return {
    said,
    messages: messages?.filter(({ name }) => name !== "rollback").map(({ content }) => content),
  };
}

const alive = (world: World) => ({ world, life: new Life(undefined), onDecide: () => {} });

type Situation =
  | { readonly kind: "none"; readonly runs: readonly RunHistory[] }
  | { readonly kind: "open"; readonly runs: readonly RunHistory[] }
  | { readonly kind: "over"; readonly runs: readonly RunHistory[]; readonly isMendable: boolean };

async function situation(graph: ReturnType<typeof programGraph>, thread: RunnableConfig): Promise<Situation> {
  const runs = await readHistory(graph, thread);
  const last = runs.at(0);
  if (last === undefined) {
    const { config } = await graph.getState(thread);
    const isThere = config.configurable?.["checkpoint_id"] !== undefined;
    return { kind: isThere ? "open" : "none", runs };
  }
  if (last.status === "running" || last.status === "interrupted") return { kind: "open", runs };
  const record = last.attempts.at(-1);
  const code = record?.problem?.code;
  const isMendable =
    record?.decision === "give-up" &&
    code !== undefined &&
    MENDABLE.has(code) &&
    record.effects?.some(({ standing }) => standing === "not-undone") === true;
  return { kind: "over", runs, isMendable };
}
