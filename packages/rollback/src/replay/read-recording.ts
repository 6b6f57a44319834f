import type { RunnableConfig } from "@langchain/core/runnables";
import { START } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { redactValue, type Redact } from "@langgraph-rollback/attribution";

import { redactAnswer } from "../answers/redact-answer.ts";
import { describeError } from "../errors/describe-error.ts";
import { RunNotRecordedError } from "../errors/run-not-recorded-error.ts";
import type { RollbackTarget } from "../langgraph/compiled-graph.ts";
import { checkpointTuple } from "../langgraph/thread.ts";
import { turnStart } from "../reading/lineage.ts";
import { hasDeltaChannels } from "../recording/delta-channels.ts";
import { copyOf } from "../setup/rollback-context.ts";
import { earlierState } from "./earlier-state.ts";
import { answeredQuestions } from "./human-answers.ts";
import { recordedRun } from "./plan-replay.ts";
import { readResults } from "./read-results.ts";
import { attemptOf, readCalls } from "./recorded-calls.ts";
import type { RecordedResult } from "./recorded-results.ts";
import { outcomeOf } from "./recorded-run.ts";
import { type Recording, recordingOf } from "./recording-file.ts";
import { writtenValue } from "./recording-values.ts";
import { replayedGraph } from "./replayed-graph.ts";
import { withSteadyIds } from "./steady-ids.ts";

/** How a recording is read from a thread. */
export interface RecordingOptions {
  /** The checkpointer that holds the thread. It is only read. Default: the graph's. */
  readonly checkpointer?: BaseCheckpointSaver;
  /** Takes out of the recording what must not stand in a file. It has to be the `record.redact` of the run. Default: that of a graph with rollback. */
  readonly redact?: Redact;
}

/**
 * Reads a run from its thread as a recording, which {@link playRecording} plays without the thread: its input, the recorded answers of models and tools, and those of
 * humans. The same run gives the same recording each time: ids are counted, and times are left out.
 *
 * @param config names the thread, and with a `checkpoint_id` the run, as for `replay`. The run has to be the first attempt at its input
 * @throws {RunNotRecordedError} if no answers of it were recorded, or it does not begin with an input that can be written into a file
 * @throws {ThreadIdError | CheckpointNotFoundError | NoCheckpointerError | UnsupportedGraphError}
 *
 * @example
 * const recording = await readRecording(agent, { configurable: { thread_id: "tickets-1" } });
 */
export async function readRecording(
  graph: RollbackTarget,
  config: RunnableConfig,
  { checkpointer, redact: given }: RecordingOptions = {},
): Promise<Recording> {
  const replayed = replayedGraph(graph, { from: 0, ...(checkpointer === undefined ? {} : { checkpointer }) });
  const { saver, redact = given } = given === undefined ? replayed : { ...replayed, redact: given };
  const run = await recordedRun(replayed, config);
  const { record, trajectory } = run;
  const { head, threadId } = trajectory;
  const attempt = (await attemptOf(saver, run))?.attempt ?? 1;
  if (attempt > 1)
    throw new RunNotRecordedError(
      threadId,
      `Attempt ${attempt} began in the middle, with a note about the attempt before it. Take attempt 1 of its run.`,
    );
  const { models, tools } = await readCalls(saver, run);
  // A graph that asks no model and calls no tool has no answers to record.
  const hasAsked = trajectory.steps.some(({ kind }) => kind === "model" || kind === "tool");
  if (hasAsked && models.length === 0 && tools.length === 0)
    throw new RunNotRecordedError(
      threadId,
      "No answers of models or tools were recorded. Run it anew with `withRollback(graph, { record: { models: true, tools: true } })`.",
    );
  const source = copyOf(replayed.graph);
  source.checkpointer = saver;
  const results = await readResults({ graph: source, saver, redact }, trajectory, tools);
  const begun = await turnStart(saver, threadId, await checkpointTuple(saver, threadId, head));
  const started: Readonly<Record<string, unknown>> = begun.checkpoint.channel_values;
  if (!(START in started))
    throw new RunNotRecordedError(threadId, "It does not begin with an input. Run it anew with one.");
  const earlier = await earlierState(saver, begun);
  if (earlier !== undefined && hasDeltaChannels(replayed.graph))
    throw new RunNotRecordedError(
      threadId,
      "The thread had a state before, and the graph has a DeltaChannel. Run it anew on a thread of its own.",
    );
  const write = writing(threadId, redact);
  const said = (text: string): string => (redact === undefined ? text : redactValue(text, redact));
  const { ok, reason, verifier } = record === undefined ? outcomeOf(trajectory) : (record.outcome ?? {});
  return withSteadyIds(
    recordingOf({
      thread: said(threadId),
      attempt,
      redacted: redact !== undefined,
      ...(ok === undefined
        ? {}
        : {
            outcome: {
              ok,
              ...(reason === undefined ? {} : { reason: said(reason) }),
              ...(verifier === undefined ? {} : { verifier }),
            },
          }),
      input: await write(started[START]),
      ...(earlier === undefined
        ? {}
        : { earlier: { ...earlier, values: await write(earlier.values, "state") } }),
      calls: await Promise.all(
        inOrder([...models, ...results]).map((each) => writtenCall(each, write, said)),
      ),
      questions: await Promise.all(
        (await answeredQuestions(saver, trajectory)).map(async ({ question, answer }) => ({
          question: await write(question, "questions"),
          answer: await write(answer, "answers"),
        })),
      ),
    }),
  );
}

/** Redacts values, and writes them. */
type Write = (value: unknown, of?: string) => Promise<unknown>;

function writing(threadId: string, redact: Redact | undefined): Write {
  return async (value, of = "input") => {
    if (redact === undefined) return writtenValue(value);
    const redacted = redactAnswer(value, redact);
    if (redacted === undefined)
      throw new RunNotRecordedError(
        threadId,
        `Its ${of} cannot be redacted: bytes or objects of classes are in it. Leave them out of the run.`,
      );
    return writtenValue(redacted.value);
  };
}

/** By step; those whose step is not known come first. */
const inOrder = (calls: readonly RecordedResult[]): readonly RecordedResult[] =>
  calls.toSorted((one, other) => one.step - other.step);

async function writtenCall(
  { kind, name, key, end }: RecordedResult,
  write: Write,
  said: (text: string) => string,
): Promise<Recording["calls"][number]> {
  const call = { name: said(name), key };
  if (end.outcome === "failed") {
    const { name: type, message } = describeError(end.error);
    return { kind, ...call, error: { name: said(type), message: said(message) } };
  }
  if (kind === "model") return { kind, ...call, answer: await write(end.value, "answers") };
  const { value } = end;
  const isAnswer = typeof value === "object" && value !== null && "answer" in value;
  if (isAnswer) return { kind, ...call, answer: await write(value.answer, "answers") };
  return { kind, ...call, result: await write(Reflect.get(Object(value), "result"), "answers") };
}
