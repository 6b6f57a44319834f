import type { RunView, ThreadSource, ThreadView } from "@langgraph-rollback/inspector";
import { type OutlinedCheckpointer, readActs, type RecordedAct } from "langgraph-rollback/inspection";

import { type Quote, quotesIn } from "./quotes-in.ts";

/** Latest threads that are read. */
const LOOKED_AT = 200;

/** An act whose result a later step uses. */
export interface QuotedAct {
  readonly thread: string;
  readonly attempt: number;
  readonly act: RecordedAct;
  readonly quote: Quote;
}

/** A thread with acts that are held, or cannot be undone. */
export interface ActingThread {
  readonly view: ThreadView;
  readonly acts: readonly RecordedAct[];
  readonly quoted: readonly QuotedAct[];
}

/** The latest threads with such acts, and the uses of these acts' results. */
export async function actingThreads(
  source: ThreadSource,
  checkpointer: OutlinedCheckpointer,
): Promise<readonly ActingThread[]> {
  const { threads } = await source.list(LOOKED_AT);
  const acting: ActingThread[] = [];
  for (const { id } of threads) {
    const acts = await actsOf(checkpointer, id);
    if (acts.length === 0) continue;
    const view = await source.thread(id);
    if (view !== undefined) acting.push({ view, acts, quoted: await quotedIn(source, view, acts) });
  }
  return acting;
}

/** A thread whose acts cannot be read is told of where it is read as a whole. */
async function actsOf(checkpointer: OutlinedCheckpointer, thread: string): Promise<readonly RecordedAct[]> {
  const acts = await readActs(checkpointer, { configurable: { thread_id: thread } }).catch(() => []);
  return acts.some(isOfInterest) ? acts : [];
}

const isOfInterest = (act: RecordedAct): boolean => act.class === "held" || act.class === "irreversible";

/** The acts of a thread that are used later, each once. */
async function quotedIn(
  source: ThreadSource,
  { id: thread, runs }: ThreadView,
  acts: readonly RecordedAct[],
): Promise<readonly QuotedAct[]> {
  const found = new Map<RecordedAct, QuotedAct>();
  for (const { attempt, run } of runs.flatMap(attemptsOf)) {
    const trajectory = await source.trajectory({ thread, run, attempt });
    if (trajectory === undefined) continue;
    const quoteOf = quotesIn(trajectory, acts);
    for (const act of acts.filter((each) => isOfInterest(each) && !found.has(each))) {
      const quote = quoteOf(act);
      if (quote !== undefined) found.set(act, { thread, attempt, act, quote });
    }
  }
  return [...found.values()];
}

const attemptsOf = ({
  attempts,
  run,
}: RunView): readonly { readonly attempt: number; readonly run: string }[] =>
  attempts.map(({ attempt }) => ({ attempt, run }));
