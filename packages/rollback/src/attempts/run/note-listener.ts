import { BaseCallbackHandler, type CallbackHandlerMethods } from "@langchain/core/callbacks/base";
import { BaseMessage } from "@langchain/core/messages";
import type { LLMResult } from "@langchain/core/outputs";
import { REMOVE_ALL_MESSAGES } from "@langchain/langgraph";

import { isTaskRun, taskNamespaceIn } from "../../langgraph/task-identity.ts";
import { tokensIn, type ModelTokens } from "../../steps/token-count.ts";
import type { HeardCalls } from "./heard-calls.ts";

type ChatStart = Parameters<NonNullable<CallbackHandlerMethods["handleChatModelStart"]>>;
type LlmStart = Parameters<NonNullable<CallbackHandlerMethods["handleLLMStart"]>>;
type ChainStart = Parameters<NonNullable<CallbackHandlerMethods["handleChainStart"]>>;

/** A note is recognised by so many characters of its beginning: a summary may cut the rest. */
const BEGINNING = 200;

/**
 * @internal Hears which model calls of an attempt are given its note. A note is known by the message's id, and by its text: as it is, or in JSON. A model that
 * is asked without callbacks is not heard.
 */
export function noteListener(
  heard: HeardCalls,
  note: { readonly ids: readonly string[]; readonly texts: readonly string[] },
): BaseCallbackHandler {
  const isNote = noteFinder(note.texts);
  const holds = (message: BaseMessage): boolean =>
    note.ids.includes(message.id ?? "") || isNote(textOf(message));
  const tasks = new Map<string, string>();
  const methods: CallbackHandlerMethods = {
    handleChatModelStart: (...[, messages, runId, , , , metadata]: ChatStart) =>
      heard.began(
        runId,
        taskNamespaceIn(metadata) ?? "",
        unlessThrows(() => messages.flat().some(holds)),
      ),
    handleLLMStart: (...[, prompts, runId, , , , metadata]: LlmStart) =>
      heard.began(
        runId,
        taskNamespaceIn(metadata) ?? "",
        unlessThrows(() => prompts.some(isNote)),
      ),
    handleLLMEnd: (output: LLMResult, runId: string) => heard.ended(runId, tokensOf(output)),
    handleLLMError: (_: unknown, runId: string) => heard.ended(runId),
    handleChainStart: (...[, , runId, , tags, metadata]: ChainStart) => {
      const namespace = taskNamespaceIn(metadata);
      if (namespace !== undefined && isTaskRun(tags)) tasks.set(runId, namespace);
    },
    handleChainEnd: (output: unknown, runId: string) => {
      const namespace = tasks.get(runId);
      tasks.delete(runId);
      if (namespace === undefined) return;
      const written = messagesWritten(output);
      const removes = written.some(({ type, id = "" }) => type === "remove" && isRemoved(id, note.ids));
      if (removes && !written.some(holds)) heard.dropped(namespace);
    },
  };
  return Object.assign(BaseCallbackHandler.fromMethods(methods), { awaitHandlers: true });
}

const isRemoved = (id: string, noteIds: readonly string[]): boolean =>
  id === REMOVE_ALL_MESSAGES || noteIds.includes(id);

/** Finds the beginnings of texts, as they are and as JSON writes them. */
function noteFinder(texts: readonly string[]): (text: string) => boolean {
  const beginnings = texts.map((text) => text.slice(0, BEGINNING).replace(/[\ud800-\udbff]$/, ""));
  const forms = beginnings.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  return (text) => forms.some((form) => text.includes(form));
}

/** A message that cannot be read counts as one with the note: NOTE_UNSEEN is told only where the note was surely not there. */
function unlessThrows(look: () => boolean): boolean {
  try {
    return look();
  } catch {
    return true;
  }
}

/** All that a message holds, parts that are no text as JSON. */
function textOf({ content }: BaseMessage): string {
  if (typeof content === "string") return content;
  const parts: readonly unknown[] = content;
  return parts
    .map((part) => {
      const text: unknown = Reflect.get(Object(part), "text");
      return typeof text === "string" ? text : JSON.stringify(part);
    })
    .join("\n");
}

/** The messages that a task's result writes, as an update, a Command, or several of them. */
function messagesWritten(output: unknown, depth = 0): readonly (BaseMessage & { readonly type: string })[] {
  if (BaseMessage.isInstance(output)) return [output];
  if (typeof output !== "object" || output === null || depth > 3) return [];
  const inner: readonly unknown[] = Array.isArray(output) ? output : Object.values(output);
  return inner.flatMap((value) => messagesWritten(value, depth + 1));
}

function tokensOf({ generations }: LLMResult): readonly ModelTokens[] {
  const messages = generations.flat().map((generation) => Reflect.get(generation, "message"));
  return tokensIn([["messages", messages]]);
}
