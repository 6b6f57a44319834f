import { decoded, fieldsOf, firstText, textAmong } from "../fields.ts";
import { type Message, messagesIn } from "./message.ts";
import { outputText } from "./output-text.ts";
import type { Span } from "./span.ts";
import type { SpanTree } from "./span-tree.ts";

/** Fields in which a task is often given as a text. */
const TASK_FIELDS = ["prompt", "input", "question", "query", "task", "text"] as const;

/**
 * The task of a run: the first message of a user, or the text, that the run was given, or else that a model was given.
 *
 * @param given inputs of the whole run, the best first
 */
export function spanTask(given: readonly unknown[], tree: SpanTree): string {
  const outermost = tree.spans.find((span) => tree.around(span).length === 0);
  const inputs = [...given, outermost?.input].filter((input) => input !== null && input !== undefined);
  const models = tree.spans.filter(({ kind }) => kind === "model").map(({ input }) => input);
  const asked = [...inputs.map(askedIn), ...models.map(userText)];
  return asked.find((text) => text !== undefined) ?? textAmong(inputs.map(outputText)) ?? "";
}

function askedIn(input: unknown): string | undefined {
  const said = userText(input);
  if (said !== undefined) return said;
  const read = decoded(input);
  if (typeof read === "string") return firstText(read);
  const fields = fieldsOf(read);
  return textAmong(TASK_FIELDS.map((name) => fields[name]));
}

function userText(input: unknown): string | undefined {
  return firstText(messagesIn(input).find(isUser)?.text);
}

function isUser({ role }: Message): boolean {
  return role === "user";
}

/** System prompts by agent: of each agent the first that a model was given, or else that stands beside an agent's own input. */
export function spanInstructions(
  tree: SpanTree,
  agentOf: (span: Span) => string,
): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  const isModel = ({ kind }: Span): boolean => kind === "model";
  const holds = (span: Span): boolean => span.kind === "agent" || tree.around(span).length === 0;
  const order = [
    ...tree.spans.filter(isModel),
    ...tree.spans.filter((span) => !isModel(span) && holds(span)),
  ];
  for (const span of order) {
    const text = systemIn(span);
    const agent = agentOf(span);
    // An agent of this name is hostile: it would name what every object has.
    if (text !== "" && !found.has(agent) && agent !== "__proto__") found.set(agent, text);
  }
  return Object.fromEntries(found);
}

/** OpenAI's Responses have the instructions in what they give. */
function systemIn({ input, output, system }: Span): string {
  const texts = messagesIn(input).filter(({ role }) => role === "system");
  const given = texts.map(({ text }) => text).filter((text) => text !== "");
  return given.length > 0
    ? given.join("\n\n")
    : (system ?? firstText(fieldsOf(decoded(output))["instructions"]) ?? "");
}
