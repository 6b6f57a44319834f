import type { Redact } from "@langgraph-rollback/attribution";
import { BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import type { ToolAnswer } from "../answers/answer-gate.ts";
import { actKey, toolKey } from "../answers/call-key.ts";
import { marksByRun } from "../effects/journal/effect-journal.ts";
import { KnownEffects } from "../effects/known-effects.ts";
import type { CompiledGraph } from "../langgraph/compiled-graph.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import { readStep } from "../reading/read-step.ts";
import type { RecordedStep, RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import type { RecordedResult } from "./recorded-results.ts";

type ToolResult = RecordedResult<ToolAnswer>;

/**
 * @internal The calls of tools, acts and nodes of a run, as its thread tells them: as they were recorded, as its tool messages say, and as the journal of
 * its effects holds them.
 *
 * @param source.graph a graph whose checkpointer holds the thread
 * @param recorded     calls of tools that were recorded
 */
export async function readResults(
  {
    graph,
    saver,
    redact,
  }: {
    readonly graph: CompiledGraph;
    readonly saver: BaseCheckpointSaver;
    readonly redact: Redact | undefined;
  },
  trajectory: RecordedTrajectory,
  recorded: readonly ToolResult[],
): Promise<readonly ToolResult[]> {
  const [said, noted] = [
    await toolMessagesOf(graph, trajectory, redact),
    await journalOf(saver, trajectory, redact),
  ];
  // A call that is told twice counts once.
  const isNew = (before: readonly ToolResult[]) => {
    const keys = new Set(before.map(({ key }) => key));
    return ({ key }: ToolResult): boolean => !keys.has(key);
  };
  return [...recorded, ...said.filter(isNew(recorded)), ...noted];
}

/** Results of tools that stand in the messages of the steps that ran them. */
async function toolMessagesOf(
  graph: CompiledGraph,
  { threadId, steps }: RecordedTrajectory,
  redact: Redact | undefined,
): Promise<readonly ToolResult[]> {
  const asked = new Map(
    steps.flatMap(({ toolCalls = [] }) => toolCalls.map((call) => [call.id ?? "", call] as const)),
  );
  const results: ToolResult[] = [];
  for (const step of steps.filter(({ kind }) => kind === "tool"))
    for (const message of await messagesWritten(graph, checkpointConfig(threadId), step)) {
      const call = asked.get(message.tool_call_id);
      if (call === undefined) continue;
      const key = toolKey(call.name, call.args, redact);
      const { name } = call;
      const end = { outcome: "done" as const, value: { answer: message } };
      results.push({ kind: "tool", name, key, step: step.index, end });
    }
  return results;
}

/** The tool messages that a step wrote. None where it wrote more than messages: a Command stands behind that, and cannot be told from its parts. */
async function messagesWritten(
  graph: CompiledGraph,
  thread: RunnableConfig,
  step: RecordedStep,
): Promise<readonly ToolMessage[]> {
  const { writes } = await readStep(graph, thread, step);
  const written = writes.map(([, value]) => (Array.isArray(value) ? value : [value]));
  const areMessages = written.every((values) =>
    values.every((value: unknown) => BaseMessage.isInstance(value)),
  );
  return areMessages ? written.flat().filter((value: unknown) => ToolMessage.isInstance(value)) : [];
}

/** Acts whose effects were noted down, in the order in which they began. */
async function journalOf(
  saver: BaseCheckpointSaver,
  { threadId, steps }: RecordedTrajectory,
  redact: Redact | undefined,
): Promise<readonly ToolResult[]> {
  const stepOf = new Map(steps.map(({ origin, index }) => [origin.taskId, index]));
  const results: ToolResult[] = [];
  for await (const { marks } of marksByRun(saver, threadId)) {
    const known = new KnownEffects();
    const errors = new Map<string, unknown>();
    for (const mark of marks) {
      known.fold(mark);
      if (mark.mark === "failed") errors.set(mark.id, mark.error);
    }
    for (const { intent, outcome, result } of known.all) {
      const step = stepOf.get(intent.task.taskId);
      if (step === undefined) continue;
      const { kind, name, args } = intent;
      const call = { kind, name, key: actKey(kind, name, args, redact), step };
      if (outcome === "done" && result !== undefined)
        results.push({ ...call, end: { outcome, value: { result: result.value } } });
      if (outcome === "failed") results.push({ ...call, end: { outcome, error: errors.get(intent.id) } });
    }
  }
  return results;
}
