import type { Step, ToolCall, Trajectory } from "@langgraph-rollback/attribution/trajectory";
import type { Said } from "../said.ts";

/** A message of the Hub's session format. */
interface SessionMessage {
  readonly role: "user" | "assistant" | "tool";
  readonly content: string;
  readonly toolCalls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly toolCallId?: string;
  readonly timestamp?: string;
}

/** A call that no tool has answered yet. */
interface OpenCall {
  readonly id: string;
  readonly name: string;
}

/** An attempt in the two line types of the Hub's sessions: one line that names it, and one for each message, the task first. */
export function sessionLines(id: string, { steps, task }: Trajectory, said: Said): readonly string[] {
  const open: OpenCall[] = [];
  const messages = [
    ...(task === "" ? [] : [{ role: "user" as const, content: said.text(task) }]),
    ...steps.map((step) => messageOf(step, open, said)),
  ];
  return [
    JSON.stringify({ type: "session", harness: "langgraph-rollback", id }),
    ...messages.map((message) => JSON.stringify({ type: "message", message })),
  ];
}

function messageOf(step: Step, open: OpenCall[], said: Said): SessionMessage {
  const { agent, content, kind, startedAt, toolCalls = [] } = step;
  const time = startedAt === undefined ? {} : { timestamp: startedAt };
  const text = { content: said.text(content), ...time };
  if (kind === "user") return { role: "user", ...text };
  if (kind === "tool" && toolCalls.length === 0) {
    const at = Math.max(
      0,
      open.findIndex(({ name }) => name === agent),
    );
    const [call] = open.splice(at, 1);
    return { role: "tool", ...text, ...(call === undefined ? {} : { toolCallId: call.id }) };
  }
  const calls = toolCalls.map((call, place) => callOf(call, `call-${step.index}-${place}`, said));
  for (const { function: called, id } of calls) open.push({ id, name: called.name });
  return { role: "assistant", ...text, ...(calls.length === 0 ? {} : { toolCalls: calls }) };
}

/** @param fallback id of a call that has none */
function callOf({ args, id, name }: ToolCall, fallback: string, said: Said) {
  return { id: id ?? fallback, function: { name: said.text(name), arguments: said.json(args ?? null) } };
}
