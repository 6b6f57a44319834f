import { INTERRUPT, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { outlinesOf, type GraphOrCheckpointer } from "langgraph-rollback/inspection";

import type { OpenQuestionView, WaitingView } from "../shared/view/waiting-view.ts";
import { oneLine, shortened } from "../shared/words/shortened.ts";
import { askedRollbackIn } from "./asked-rollback.ts";
import { jsonOf } from "./json-of.ts";

/** Questions that are shown, characters of one, and of its id. */
const SHOWN = 20;
const LONG = 20_000;
const ID = 200;
/** How deep a question is read that is no text. */
const DEPTH = 8;

/**
 * The questions that a thread waits with, as they stand in its newest checkpoint: those of a rollback that a human is to approve, whichever part of the
 * library asks it, and any other that an agent asks.
 *
 * @returns `undefined` for a thread that asks nothing
 */
export async function readWaiting(
  checkpointer: GraphOrCheckpointer,
  threadId: string,
): Promise<WaitingView | undefined> {
  const config = { configurable: { thread_id: threadId, checkpoint_ns: "" } };
  const head = await saverIn(checkpointer)?.getTuple(config);
  const asked = (head?.pendingWrites ?? []).flatMap(([, channel, value]) =>
    channel === INTERRUPT ? [value].flat() : [],
  );
  const questions = asked.flatMap(questionIn);
  if (head === undefined || questions.length === 0) return undefined;
  return { since: head.checkpoint.ts, questions: questions.slice(0, SHOWN) };
}

/** The checkpointer to read from; `undefined` for a graph that has none of its own. */
function saverIn(source: GraphOrCheckpointer): BaseCheckpointSaver | undefined {
  if ("getTuple" in source) return outlinesOf({ saver: source });
  if ("saver" in source) return outlinesOf(source);
  const saver: unknown = Reflect.get(source, "checkpointer");
  return isSaver(saver) ? saver : undefined;
}

const isSaver = (value: unknown): value is BaseCheckpointSaver =>
  typeof value === "object" && value !== null && "getTuple" in value;

/** An interrupt as LangGraph stores it. */
function questionIn(interrupt: unknown): readonly OpenQuestionView[] {
  if (typeof interrupt !== "object" || interrupt === null) return [];
  const id: unknown = Reflect.get(interrupt, "id");
  const value: unknown = Reflect.get(interrupt, "value");
  const rollback = askedRollbackIn(value);
  return [
    {
      id: typeof id === "string" ? oneLine(id, ID) : undefined,
      asks: shortened(rollback?.reason ?? textOf(value), LONG).text,
      rollback: rollback?.view,
    },
  ];
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(jsonOf(value, { characters: LONG, depth: DEPTH }).value);
}
