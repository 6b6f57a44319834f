import { z } from "zod";

import { counted } from "../shared/words/counted.ts";
import type { AttemptView, RunView, StepView, ThreadView } from "../shared/view/thread-view.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import { NotRecordedError } from "./not-recorded-error.ts";
import { ordinal } from "./run-tool.ts";
import { visiblePart } from "./visible-text.ts";

/** The run that a question is about, and its thread. */
export interface RunChoice {
  readonly thread?: string | undefined;
  /** From 1. */
  readonly run?: number | undefined;
}

/** The same as input of a tool. */
export const runChoice: {
  readonly thread: z.ZodOptional<z.ZodString>;
  readonly run: z.ZodOptional<z.ZodNumber>;
} = {
  thread: z.string().optional().describe("Id of the thread; default the latest one."),
  run: ordinal.optional().describe("Which run of the thread; default the latest one."),
};

/** A run, and where it was read. */
export interface NamedRun {
  readonly thread: ThreadView;
  readonly run: RunView;
  /** Its number among the thread's runs, from 1. */
  readonly number: number;
}

/** @throws {NotRecordedError} if there is no such thread or run */
export async function namedRun(source: ThreadSource, choice: RunChoice): Promise<NamedRun> {
  const thread = await namedThread(source, choice.thread);
  const number = choice.run ?? thread.runs.length;
  const run = thread.runs[number - 1];
  if (run !== undefined) return { thread, run, number };
  throw new NotRecordedError(
    "run",
    `Thread "${named(thread.id)}" has no run${choice.run === undefined ? "" : ` ${choice.run}`}: it has ${counted(thread.runs.length, "run")} that can be read.`,
    "Leave `run` out for the latest one.",
  );
}

async function namedThread(source: ThreadSource, id: string | undefined): Promise<ThreadView> {
  const thread = id ?? (await source.list(1)).threads[0]?.id;
  const view = thread === undefined ? undefined : await source.thread(thread);
  if (view !== undefined) return view;
  if (thread === undefined)
    throw new NotRecordedError("thread", "No thread is recorded.", "Run the agent, then ask again.");
  throw new NotRecordedError(
    "thread",
    `There is no thread "${named(thread)}".`,
    "`list_threads` lists the threads with their ids.",
  );
}

/**
 * @param attempt from 1; default the last one
 * @throws {NotRecordedError} if there is no such attempt
 */
export function namedAttempt({ run, thread }: NamedRun, attempt: number | undefined): AttemptView {
  const found =
    attempt === undefined ? run.attempts.at(-1) : run.attempts.find((each) => each.attempt === attempt);
  if (found !== undefined) return found;
  throw new NotRecordedError(
    "attempt",
    `There is no attempt ${attempt ?? 1}: this run of thread "${named(thread.id)}" has ${counted(run.attempts.length, "attempt")}.`,
    "`show_thread` lists them.",
  );
}

/**
 * @param step from 1
 * @throws {NotRecordedError} if there is no such step
 */
export function namedStep({ attempt, missing, steps }: AttemptView, step: number): StepView {
  const found = steps[step - 1];
  if (found !== undefined) return found;
  throw new NotRecordedError(
    "step",
    `There is no step ${step}: attempt ${attempt} has ${counted(steps.length, "step")}.${missing === undefined ? "" : ` ${named(missing)}`}`,
    "`show_thread` with `attempt` lists them.",
  );
}

/** A name that somebody gave, in a message. */
function named(name: string): string {
  const { end, text } = visiblePart(name, 0, 200);
  return end < name.length ? `${text}…` : text;
}
