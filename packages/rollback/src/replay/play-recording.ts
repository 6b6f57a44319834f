import type { ToolAnswer } from "../answers/answer-gate.ts";
import { modelAnswerSchema, type ModelAnswer } from "../answers/recorded-answer.ts";
import { recordedError } from "../answers/recorded-error.ts";
import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import { RecordingFormatError } from "../errors/recording-format-error.ts";
import type { InputOf, OutputOf, RollbackTarget } from "../langgraph/compiled-graph.ts";
import { answeredNodes, answeredRun, runToEnd, toldOf } from "./answered-run.ts";
import type { CallToAnswer } from "./call-answers.ts";
import { saverWith } from "./earlier-state.ts";
import { checkPlayOptions, type PlayOptions } from "./play-options.ts";
import { type RecordedEnd, RecordedResults } from "./recorded-results.ts";
import { checkedRecording, type Recording } from "./recording-file.ts";
import { readValue } from "./recording-values.ts";
import { replayConfig } from "./replay-config.ts";
import { copiedContext, replayedGraph } from "./replayed-graph.ts";
import type { PlayedRun } from "./replay-result.ts";

/**
 * Runs a graph on the input of a recorded run, with the recorded answers of models, tools and humans in place of calls. It runs on a checkpointer in memory: the graph's own
 * checkpointer is not used. A graph that behaves as it did fails as the run failed; one that is mended may pass.
 *
 * @param graph     with rollback or without; nothing is rolled back
 * @param recording of {@link readRecording}, or the JSON of its file. Untrusted
 * @throws {RecordingFormatError | InvalidOptionError | UnknownOptionError | UnsupportedGraphError}
 *
 * @example
 * const { status, reason } = await playRecording(agent, JSON.parse(await readFile("failure.recording.json", "utf8")));
 */
export async function playRecording<G extends RollbackTarget>(
  graph: G,
  recording: unknown,
  options?: PlayOptions<InputOf<G>, OutputOf<G>>,
): Promise<PlayedRun<OutputOf<G>>>;
export async function playRecording(
  graph: RollbackTarget,
  recording: unknown,
  options: PlayOptions = {},
): Promise<PlayedRun> {
  checkPlayOptions(options);
  const { thread, calls, earlier, questions, input: written, redacted } = checkedRecording(recording);
  const { onMiss = "fail", redact, config = {}, ...given } = options;
  const { tools = {}, nodes = {} } = given;
  const state = earlier === undefined ? undefined : { ...earlier, values: await readValue(earlier.values) };
  const checkpointer = await saverWith(thread, state);
  const own = replayedGraph(graph, { ...given, from: 0, checkpointer });
  const replayed = { ...own, redact: redact ?? own.redact };
  if (redacted && replayed.redact === undefined)
    throw new InvalidOptionError("redact", "the function that the recording was redacted with", undefined);
  // Read before anything runs: a damaged recording is no failure of the graph.
  const [modelResults, toolResults] = [await modelsIn(calls), await toolsIn(calls)];
  const answered = await Promise.all(
    questions.map(async ({ question, answer }) => ({
      question: await readValue(question),
      answer: await readValue(answer),
    })),
  );
  const context = copiedContext(replayed, answeredNodes(nodes));
  const isStrict = onMiss === "fail";
  const run = answeredRun(
    replayed,
    context,
    { tools, nodes, isStrict, whyMissing: isStrict ? missingCall : undefined },
    {
      tools: new RecordedResults(async () => toolResults, 0),
      models: {
        recorded: new RecordedResults(async () => modelResults, 0),
        whyMissing: isStrict ? missingModel : undefined,
      },
      questions: async () => answered,
    },
  );
  const input = await readValue(written);
  const attempt = {
    run: `recording-${context.options.ids()}`,
    number: 1,
    threadId: thread,
    input,
    call: input,
    config: { ...replayConfig(config), signal: run.log.signalWith(config.signal) },
    start: { kind: "call" as const },
  };
  const end = await runToEnd(run, attempt);
  config.signal?.throwIfAborted();
  return toldOf(run, attempt, end, { steps: 0 });
}

const missingModel = (node: string): string =>
  `Node ${JSON.stringify(node)} asks it, and the recording holds no call with this prompt. Play it with \`onMiss: "run"\` to ask the model, or record the run anew and export it again.`;

const missingCall = ({ kind, name, node }: CallToAnswer): string => {
  const group = kind === "node" ? "nodes" : "tools";
  return `Node ${JSON.stringify(node)} calls it, and the recording holds no call with these arguments. Let it run with \`${group}: { ${JSON.stringify(name)}: "run" }\`, let a function stand for it, play with \`onMiss: "run"\` if it only reads, or record the run anew and export it again.`;
};

type Call = Recording["calls"][number];

const modelsIn = (calls: readonly Call[]) =>
  Promise.all(
    calls
      .filter((call) => call.kind === "model")
      .map(async (call) => ({ ...placed(call), end: await endOf(call, async () => modelAnswerIn(call)) })),
  );

const toolsIn = (calls: readonly Call[]) =>
  Promise.all(
    calls
      .filter((call) => call.kind !== "model")
      .map(async (call) => ({ ...placed(call), end: await endOf(call, async () => toolAnswerIn(call)) })),
  );

const placed = ({ kind, name, key }: Call) => ({ kind, name, key, step: -1 });

async function endOf<Value>(call: Call, value: () => Promise<Value>): Promise<RecordedEnd<Value>> {
  if ("error" in call) return { outcome: "failed", error: recordedError(call.error) };
  return { outcome: "done", value: await value() };
}

async function modelAnswerIn(call: Call): Promise<ModelAnswer> {
  const answer = modelAnswerSchema.safeParse(await readValue("answer" in call ? call.answer : undefined));
  if (!answer.success) throw new RecordingFormatError(`model ${JSON.stringify(call.name)} has no messages`);
  return answer.data;
}

async function toolAnswerIn(call: Call): Promise<ToolAnswer> {
  if ("answer" in call) return { answer: await readValue(call.answer) };
  return { result: await readValue("result" in call ? call.result : undefined) };
}
