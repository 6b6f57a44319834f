import type { DecisiveLabel, Step, ToolCall } from "@langgraph-rollback/attribution/trajectory";
import { z } from "zod";
import type { Imported, ImportedFile } from "../imported.ts";
import { messageContent } from "../message-content.ts";
import { fieldName, readRows, type Row } from "./read-rows.ts";
import { stepNumber } from "./step-number.ts";
import { toolArguments } from "../tool-arguments.ts";

const mark = z.literal([1, 0, -1]);

const message = z.object({
  role: z.string(),
  name: z.nullish(z.string()),
  content: messageContent,
  tool_call_id: z.nullish(z.string()),
  tool_calls: z.nullish(
    z.array(
      z.object({
        id: z.nullish(z.string()),
        function: z.object({ name: z.string(), arguments: z.unknown() }),
      }),
    ),
  ),
});

const run = z.object({
  data_source: z.string(),
  query_index: z.union([z.int(), z.string()]),
  sample_index: z.union([z.int(), z.string()]),
  question: z.string(),
  ground_truth: z.unknown().optional(),
  messages: z.array(message),
  step_labels: z.record(z.string(), mark),
  final_label: mark,
});

type Message = z.infer<typeof message>;
type Run = z.infer<typeof run>;

/** Kinds of steps by the roles of chat messages. */
const KINDS: ReadonlyMap<string, Exclude<Step["kind"], undefined>> = new Map([
  ["user", "user"],
  ["assistant", "model"],
  ["tool", "tool"],
]);

/**
 * AgentProcessBench's runs: one object a line, with chat messages and a mark for each of the agent's messages (1 right, 0
 * neutral, -1 wrong). Each message is a step, so that a step's index is the message's. A wrong run is labelled with its first
 * wrong step, and with the others as further ones. A right run has `outcome.ok` and no label, whatever its steps; a run
 * that people could not judge (0) has neither.
 *
 * `data_source` becomes the group. Ids are `file:data_source:query_index:sample_index`.
 *
 * @throws {TrajectoryFormatError}
 */
export function fromAgentprocessbench({ stem, text }: ImportedFile): readonly Imported[] {
  return readRows(text, run).map((row) => imported(row, stem));
}

function imported({ line, value }: Row<Run>, stem: string): Imported {
  const { data_source: source, final_label: final, ground_truth: truth, messages, question } = value;
  const names = new Map(
    messages.flatMap(({ tool_calls: calls }) =>
      (calls ?? []).map((call) => [call.id, call.function.name] as const),
    ),
  );
  const steps = messages.map((each, index) => stepOf(each, index, names));
  return {
    trajectory: {
      id: [stem, source, value.query_index, value.sample_index].join(":"),
      group: source,
      task: question,
      steps,
      ...(final === 0 ? {} : { outcome: { ok: final === 1 } }),
      ...(final === -1 ? labelOf(value, steps, line) : {}),
    },
    ...(typeof truth === "string" || typeof truth === "number" ? { groundTruth: `${truth}` } : {}),
  };
}

function stepOf(
  { content, name, role, tool_call_id: answered, tool_calls: calls }: Message,
  index: number,
  names: ReadonlyMap<string | null | undefined, string>,
): Step {
  const kind = KINDS.get(role) ?? "other";
  return {
    index,
    agent: name ?? (kind === "tool" ? names.get(answered) : undefined) ?? role,
    content,
    kind,
    ...(calls === null || calls === undefined || calls.length === 0 ? {} : { toolCalls: calls.map(callOf) }),
  };
}

function callOf({
  function: { arguments: args, name },
  id,
}: NonNullable<Message["tool_calls"]>[number]): ToolCall {
  return { name, args: toolArguments(args), ...(typeof id === "string" ? { id } : {}) };
}

function labelOf(
  { step_labels: marks }: Run,
  steps: readonly Step[],
  line: number,
): { readonly label?: DecisiveLabel } {
  const [decisiveStep, ...further] = Object.entries(marks)
    .map(([named, value]) => ({
      value,
      step: stepNumber(named, steps, { line, field: fieldName(["step_labels", named]), first: 0 }),
    }))
    .filter(({ value }) => value === -1)
    .map(({ step }) => step)
    .toSorted((one, other) => one - other);
  if (decisiveStep === undefined) return {};
  return {
    label: { decisiveStep, ...(further.length === 0 ? {} : { furtherDecisiveSteps: further }) },
  };
}
