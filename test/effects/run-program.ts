import type { BaseMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import { Command } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import {
  readHistory,
  resumeRollback,
  settleHeld,
  type RunHistory,
  type ThreadLock,
} from "langgraph-rollback";
import { AnswerFormatError, HoldRefusedError, RollbackUnfinishedError } from "langgraph-rollback/errors";

import { PlannedError } from "./acting.ts";
import { Life, livingSaver } from "./life.ts";
import { programGraph } from "./program-graph.ts";
import type { NodeKind, Program, StopPlan } from "./program.ts";
import { brokenByReplays, type ReplayWorld } from "./replay-laws.ts";
import type { World } from "./world.ts";

/** Place of the checkpoints. */
export interface Store {
  /** A checkpointer of its own for each process. */
  readonly open: () => BaseCheckpointSaver;
  readonly lock?: () => { readonly lock: ThreadLock; readonly exit: () => void };
  /** World in which turns are replayed; without it they are not. */
  readonly replays?: ReplayWorld;
}

/** All that is to be known of a turn that has come to its end. */
export interface EndedTurn {
  /** Runs of the thread, newest first: of this turn and of those before. */
  readonly runs: readonly RunHistory[];
  /** How many of them are of this turn: each but the newest was decided before another one continued it. */
  readonly own: number;
  /** Keys that the world held when the turn began: an earlier turn has been held to the laws for them. */
  readonly heldBefore: ReadonlySet<string>;
  /** Keys under which an earlier turn called an act: nobody knows what a call that threw has left. */
  readonly calledBefore: ReadonlySet<string>;
  /** How often undoing was called in earlier turns. */
  readonly undosBefore: number;
  /** Values of the branch that survived. */
  readonly values: unknown;
  /** Whether the branch has come to its end: no exception has escaped from its last attempt. */
  readonly isWhole: boolean;
  /** Whether some nodes keep what the values of the thread do not show until the node has ended: in a subgraph's checkpoints, or as results of tasks. */
  readonly keepsInside: boolean;
  /** Whether each act that lands is seen to end by a process that lives and can undo it. */
  readonly seesAllEnds: boolean;
  /** Number of processes that may have been stopped: each may have an act carried out once more. */
  readonly stops: number;
  /** Effects that were undone when a fork was put, by its id. */
  readonly undoneAt: ReadonlyMap<string, ReadonlySet<string>>;
  /** Attempts that were decided a second time although the first decision was stored. */
  readonly decidedAgain: readonly string[];
  /** Ways in which something went that nobody has planned. */
  readonly surprises: readonly string[];
}

/** State that the processes of a program share. */
interface Setting {
  readonly program: Program;
  readonly world: World;
  readonly store: Store;
  readonly thread: { readonly configurable: { readonly thread_id: string } };
  /** Points at which the next processes stop. */
  readonly stops: StopPlan[];
  readonly mending: { isMended: boolean };
  /** Which human is asked next about a rollback, from 0 on. */
  readonly humans: { next: number };
}

/** Problems of a run that has ended and can be taken up when they are mended. */
const MENDABLE = new Set(["UNDO_FAILED"]);
const INSIDE: ReadonlySet<NodeKind> = new Set(["tools", "subgraph", "tasks"]);
const PATIENCE = 60;

/** Runs the turns of a program one after the other. @returns each when it has ended, before the next one begins */
export async function* runProgram(
  program: Program,
  world: World,
  store: Store,
  threadId: string,
): AsyncGenerator<EndedTurn> {
  world.clear(program.forgets);
  const thread = { configurable: { thread_id: threadId } };
  const setting = {
    program,
    world,
    store,
    thread,
    stops: [...program.stops],
    mending: { isMended: false },
    humans: { next: 0 },
  };
  for (const turn of program.turns.keys()) yield await runTurn(setting, turn);
}

/** Runs one turn to its end, in as many processes as it takes. */
async function runTurn(setting: Setting, turn: number): Promise<EndedTurn> {
  const { program, world, store, thread, stops, mending } = setting;
  const undoneAt = new Map<string, ReadonlySet<string>>();
  const decidedAgain: { readonly attempt: number; readonly process: number }[] = [];
  const surprises: string[] = [];
  /** Reads what is stored, without being stopped. */
  const isAccepted = async (): Promise<boolean> => {
    return isToRelease(program, (await readHistory(store.open(), thread))[0]);
  };
  const bystander = () =>
    programGraph(program, { ...alive(world, turn), isAccepted, ...mending }, store.open());
  const byHand = () =>
    programGraph(
      program,
      { ...alive(world, turn), isAccepted: () => Promise.resolve(true), ...mending },
      store.open(),
    );
  const earlier = { heldBefore: world.held, calledBefore: world.calls, undosBefore: world.undos.length };
  const before = await standing(bystander(), thread);
  let forksMendable: number | undefined;
  let isStopped = false;
  let isContinuing = false;
  let continued = 0;
  for (let process = 0; process < PATIENCE; process += 1) {
    const present = await situation(bystander(), thread, before);
    // A process that has died may have left what was held.
    const isToFinish = isStopped && isToRelease(program, present.own[0]);
    const isOver = present.kind === "over" && !present.isMendable && !isToFinish;
    // A run that continues another is not in the history before it is decided.
    if (isOver && !(isStopped && isContinuing))
      isContinuing = continued < (program.continues ?? 0) && (await isToContinue(bystander(), thread));
    if (isOver && isContinuing && !isStopped) continued += 1;
    if (isOver && !isContinuing) {
      await world.landed();
      const state = await bystander().getState(thread);
      if (program.settles !== undefined && program.settles !== "nothing")
        await settleHeld(byHand(), thread, program.settles);
      const { replays, open } = store;
      const threadId = thread.configurable.thread_id;
      const ended = { turn, runs: present.own, threadId, open, real: world };
      if (replays !== undefined) surprises.push(...(await brokenByReplays(program, { ...ended, replays })));
      return {
        runs: await readHistory(bystander(), thread),
        own: present.own.length,
        ...earlier,
        values: ofTheBranch(state.values),
        // After an answer to an interrupt, LangGraph leaves out of `next` what threw.
        isWhole: state.tasks.length === 0,
        seesAllEnds: seesAllEnds(program),
        stops: program.stops.length,
        keepsInside: program.layers.flat().some(({ kind }) => INSIDE.has(kind)),
        undoneAt,
        decidedAgain: decidedAgain
          .filter(({ attempt }) => runsWith(present.own, attempt) < 2)
          .map(({ attempt, process: nth }) => `attempt ${attempt} in process ${nth}`),
        surprises,
      };
    }
    const decided = new Set(
      present.own[0]?.attempts.filter(({ rewind }) => rewind !== undefined).map(({ attempt }) => attempt),
    );
    if (present.kind === "over" && present.isMendable) {
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
      turn,
      isAccepted,
      onDecide: (attempt: number) => {
        // A run that was given up may be followed by one that continues from it, with attempts of its own.
        if (present.kind === "open" && decided.has(attempt)) decidedAgain.push({ attempt, process });
      },
    };
    const locking = store.lock?.();
    const graph = programGraph(program, { world, life, isMended: mending.isMended, ...watcher }, saver, {
      lock: locking?.lock,
    });
    const resume = present.kind === "open" ? await answers(setting, bystander()) : undefined;
    const config = { ...thread, signal: life.signal };
    const call =
      isOver && isContinuing
        ? graph.invoke(null, config)
        : present.kind === "none"
          ? graph.invoke({}, config)
          : resume !== undefined
            ? graph.invoke(new Command({ resume }), config)
            : present.kind === "over" || program.resumesBy === "resumeRollback"
              ? resumeRollback(graph, config)
              : graph.invoke(null, config);
    const came = await Promise.race([
      call.then(
        () => "returned",
        (error: unknown) => error,
      ),
      life.over,
    ]);
    if (came !== "stopped" && program.lives === true) await life.idle();
    isStopped = life.isOver || life.signal.aborted;
    life.exit();
    locking?.exit();
    if (typeof came === "string") continue;
    if (isUndoFailure(came)) mending.isMended = true;
    else if (!isPlanned(came) && !(life.signal.aborted && isAbort(came)) && !isAnswerToAnother(came))
      surprises.push(told(came));
  }
  throw new Error(`Turn ${turn} has not ended after ${PATIENCE} processes. ${surprises.join(" ")}`);
}

/** Whether a run has ended so that what it holds is released. */
function isToRelease({ onUnaccepted }: Program, run: RunHistory | undefined): boolean {
  const { decision, outcome, stopped } = run?.attempts.at(-1) ?? {};
  if (decision !== "give-up") return decision === "accept";
  return outcome !== undefined && (stopped?.held ?? onUnaccepted) === "release";
}

/** Whether a turn has ended by an exception, so that it can be continued. */
async function isToContinue(graph: Graph, thread: RunnableConfig): Promise<boolean> {
  const { next } = await graph.getState(thread);
  const [run] = await readHistory(graph, thread);
  return next.length > 0 && run?.status === "gave-up";
}

/** Whether an `undo` failed, and so did the rollback: nothing was undone before, or something was. */
function isUndoFailure(error: unknown): boolean {
  if (error instanceof RollbackUnfinishedError) return isUndoFailure(error.cause);
  return error instanceof Error && error.name === "UndoFailedError";
}

/** Whether an exception, or each of those that it stands for, is one that a program throws on purpose. */
function isPlanned(error: unknown): boolean {
  // A node that waits for its tasks throws an AbortError beside one that throws.
  if (error instanceof AggregateError)
    return error.errors.some(isPlanned) && error.errors.every((each) => isPlanned(each) || isAbort(each));
  // A checkpointer keeps an exception's name and message only.
  return (
    error instanceof Error &&
    [PlannedError.name, AggregateError.name, HoldRefusedError.name].includes(error.name)
  );
}

/** A process died before the thread showed a question about a rollback: what was answered is a node's, which waits beneath it. */
const isAnswerToAnother = (error: unknown): boolean => error instanceof AnswerFormatError;

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

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

const alive = (world: World, turn: number) => ({
  world,
  life: new Life(undefined),
  turn,
  onDecide: () => {},
});

type Graph = ReturnType<typeof programGraph>;

/** Answers of humans to a thread's questions; `undefined` where it asks nothing. */
async function answers({ program, thread, humans }: Setting, graph: Graph): Promise<unknown> {
  const { tasks } = await graph.getState(thread);
  const asked = tasks.flatMap(({ interrupts }) => interrupts);
  if (asked.length === 0) return undefined;
  if (asked.some(({ value }) => Reflect.get(Object(value), "type") === "rollback:approve"))
    return answerOf(program.answers?.[humans.next++ % program.answers.length]);
  return Object.fromEntries(asked.map(({ id = "" }) => [id, true]));
}

const answerOf = (answer: boolean | "release" | "discard" | undefined): unknown =>
  typeof answer === "string" ? { decision: "decline", held: answer } : answer;

/**
 * How many runs have an attempt of a number. An aborted process may store that it gives up only after the program has looked at the thread: the next process
 * then continues from it, as a run with attempts of its own.
 */
const runsWith = (runs: readonly RunHistory[], number: number): number =>
  runs.filter(({ attempts }) => attempts.some(({ attempt }) => attempt === number)).length;

/** A tool that is called by a node's code is not seen to end once its call was aborted. */
const seesAllEnds = ({ layers, lives = false, stops, undoFailures }: Program): boolean =>
  lives &&
  stops.length === 0 &&
  Object.keys(undoFailures).length === 0 &&
  layers
    .flat()
    .every(
      ({ kind, groups }) =>
        kind === "tools" || kind === "sent-tools" || groups.flat().every(({ by }) => by === "effect"),
    );

/** Contents of a thread. */
interface Standing {
  readonly runs: readonly RunHistory[];
  /** Id of its newest checkpoint. */
  readonly head: unknown;
}

async function standing(graph: Graph, thread: RunnableConfig): Promise<Standing> {
  const { config } = await graph.getState(thread);
  return { runs: await readHistory(graph, thread), head: config.configurable?.["checkpoint_id"] };
}

/** How a turn stands. */
interface Situation {
  readonly kind: "none" | "open" | "over";
  readonly runs: readonly RunHistory[];
  /** Runs of the turn itself. */
  readonly own: readonly RunHistory[];
  /** Whether it ended because of something that can be mended. */
  readonly isMendable: boolean;
}

/** @param before what the thread held when the turn began */
async function situation(graph: Graph, thread: RunnableConfig, before: Standing): Promise<Situation> {
  const { runs, head } = await standing(graph, thread);
  const own = runs.slice(0, runs.length - before.runs.length);
  const at = { runs, own, isMendable: false };
  const last = own.at(0);
  if (last === undefined) return { ...at, kind: head === before.head ? "none" : "open" };
  if (last.status === "running" || last.status === "interrupted") return { ...at, kind: "open" };
  const record = last.attempts.at(-1);
  const code = record?.problem?.code;
  const isMendable =
    record?.decision === "give-up" &&
    code !== undefined &&
    MENDABLE.has(code) &&
    record.effects?.some(({ standing: stands }) => stands === "not-undone") === true;
  return { ...at, kind: "over", isMendable };
}

const told = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(told).join("\n")
    : String(error instanceof Error ? error.stack : error);
