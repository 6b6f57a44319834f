import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import type { Imported, TraceReader, Unread } from "../imported.ts";
import { jsonOrUnread } from "../json-or-unread.ts";
import { importedRun } from "../messages/found-run.ts";
import { throwingOnNothing } from "../messages/nothing-read.ts";
import { numbered } from "../messages/numbered.ts";
import { isName, nameIn, RunNames } from "../messages/run-names.ts";
import { restOf } from "../messages/fields.ts";
import { isFields } from "../fields.ts";
import { type Chat, chatIn, isMessage } from "./chat-run.ts";
import { ChatSteps } from "./chat-steps.ts";

/** A chat that is being read. */
interface OpenChat {
  readonly steps: ChatSteps;
  readonly beside: Chat["beside"];
}

/**
 * Chats with models as OpenAI writes messages: a list of messages, one chat an object with `messages`, results of tau-bench, requests
 * and answers of a batch. Each message is a step, but those that instruct the model before the first one. Messages that follow each
 * other in the file without a list are one chat.
 *
 * A `reward` of 0 or 1 is the outcome. Ids are the file's name with what the chat is called there (`custom_id`, `id`, `task_id` with `trial`),
 * or with its number.
 */
export const fromOpenaiChat: TraceReader = throwingOnNothing(
  "chat messages with `role` and `content`",
  async function* (file, tell) {
    const names = new RunNames();
    for await (const { number, value } of numbered(chatsIn(file, tell)))
      yield imported(value, file.stem, names, number);
  },
);

/** Whether a value is a message, or holds messages. */
export function isOpenaiChat(first: unknown): boolean {
  if (isMessage(first)) return true;
  // AgentProcessBench's runs have messages, too, and marks of steps that would be lost.
  if (isFields(first) && "step_labels" in first) return false;
  const messages = chatIn(first)?.messages ?? [];
  return messages.length > 0 && isMessage(messages[0]?.message);
}

async function* chatsIn(
  file: Parameters<TraceReader>[0],
  tell: (unread: Unread) => void,
): AsyncGenerator<OpenChat> {
  let loose: ChatSteps | undefined;
  for await (const part of file.parts()) {
    const read = jsonOrUnread(part, tell);
    if (read === undefined) continue;
    const { value } = read;
    const { line } = part;
    const chat = isMessage(value) ? undefined : chatIn(value);
    if (chat === undefined) {
      loose ??= new ChatSteps();
      loose.add(value, { line, path: [] }, tell);
      continue;
    }
    if (loose !== undefined && loose.steps.length > 0) yield { steps: loose, beside: {} };
    loose = undefined;
    const steps = new ChatSteps();
    for (const { logprobs, message, path } of chat.messages)
      steps.add(message, { line, path }, tell, logprobs);
    if (steps.steps.length > 0) yield { steps, beside: chat.beside };
    else tell({ line, field: "", reason: "Expected a chat with messages, got none." });
  }
  if (loose !== undefined && loose.steps.length > 0) yield { steps: loose, beside: {} };
}

function imported(
  { beside, steps }: OpenChat,
  stem: string,
  names: RunNames,
  number: number | undefined,
): Imported {
  const outcome = outcomeOf(beside);
  return importedRun("openai-chat", {
    id: names.of(nameIn(stem, ownName(beside), number)),
    task: steps.task,
    instructions: steps.instructions,
    steps: steps.steps,
    ...(outcome === undefined ? {} : { outcome }),
    fields: restOf(beside, new Set()),
  });
}

/** The name that a chat has in its file. */
function ownName({ custom_id: custom, id, task_id: task, trial }: Chat["beside"]): string | undefined {
  const named = [custom, id].find(isName);
  if (named !== undefined) return `${named}`;
  if (!isName(task)) return undefined;
  return isName(trial) ? `${task}:${trial}` : `${task}`;
}

/** A reward between 0 and 1 is no verdict. */
function outcomeOf({ reward, reward_info: info }: Chat["beside"]): Trajectory["outcome"] {
  const given = reward ?? (isFields(info) ? info["reward"] : undefined);
  return given === 0 || given === 1 ? { ok: given === 1 } : undefined;
}
