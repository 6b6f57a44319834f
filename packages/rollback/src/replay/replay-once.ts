import type { Attempt } from "../attempts/attempt/attempt.ts";
import { once } from "../attempts/attempt/attempt-reads.ts";
import { newForkId } from "../langgraph/fork-id.ts";
import { carriersOf } from "../steps/note-message.ts";
import { noteChannelOf } from "../rewinding/note-channel.ts";
import { makeFork } from "../rewinding/rewind.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import type { CallConfig } from "../streams/call-config.ts";
import { answeredNodes, answeredRun, runToEnd, toldOf } from "./answered-run.ts";
import { answeredQuestions } from "./human-answers.ts";
import type { PlannedReplay } from "./plan-replay.ts";
import { readResults } from "./read-results.ts";
import { RecordedResults } from "./recorded-results.ts";
import type { ReplayOptions } from "./replay-options.ts";
import { copiedContext, type ReplayedGraph } from "./replayed-graph.ts";
import type { Replay } from "./replay-result.ts";

/** @internal How a replay is run. */
export interface ReplayCall extends CallConfig {
  /** Whether models and tools answer from the recording alone. */
  readonly isBaseline?: boolean;
}

const NOT_RECORDED =
  "The recorded run holds no call of a model with this prompt. Calls of models are recorded with `record: { models: true }`.";

/** @internal Replays a run once, on a copy of its own. */
export async function replayOnce(
  replayed: ReplayedGraph,
  plan: PlannedReplay,
  options: ReplayOptions,
  { isBaseline = false, ...config }: ReplayCall,
): Promise<Replay> {
  const { tools = {}, nodes = {} } = options;
  const { redact, saver } = replayed;
  const { note, rewind, trajectory } = plan;
  const context = copiedContext(replayed, answeredNodes(nodes));
  const results = once(async () =>
    readResults({ graph: context.graph, saver, redact }, trajectory, (await plan.answers()).tools),
  );
  const models = new RecordedResults(async () => (await plan.answers()).models, rewind.step);
  const run = answeredRun(
    replayed,
    context,
    { tools, nodes, isStrict: isBaseline },
    {
      tools: new RecordedResults(results, rewind.step),
      models: isBaseline ? { recorded: models, whyMissing: () => NOT_RECORDED } : undefined,
      questions: once(() => answeredQuestions(saver, trajectory)),
    },
  );
  const signal = run.log.signalWith(config.signal);
  const attempt = await forkOf(context, plan, options, { ...config, signal });
  const end = await runToEnd(run, attempt);
  config.signal?.throwIfAborted();
  const told = await toldOf(run, attempt, end, { trajectory, steps: rewind.kept });
  return { ...told, rewind, ...(note === undefined ? {} : { note: note.text }) };
}

/** The attempt that a replay is: a fork in the copy, from which it runs. */
async function forkOf(
  context: RollbackContext,
  { failed, rewind, note }: PlannedReplay,
  { update = {} }: ReplayOptions,
  config: CallConfig,
): Promise<Attempt> {
  const { threadId, input } = failed.ended.attempt;
  const [run, number] = [`replay-${context.options.ids()}`, failed.number + 1];
  const { fork, kept } = await makeFork(context.graph, threadId, {
    ...rewind,
    fork: newForkId(),
    noteChannel: noteChannelOf(context.graph, context.options.noteChannel),
    stamp: { run, attempt: number },
    updates: note?.updates ?? {},
    revalidated: update,
  });
  return {
    run,
    number,
    threadId,
    input,
    call: null,
    config,
    start: {
      kind: "fork",
      checkpoint: fork,
      isPartial: rewind.kind !== "superstep",
      isNew: true,
      waits: false,
      kept,
    },
    note: note?.text,
    ...carriersOf({ note: note?.text, updates: note?.updates }),
  };
}
