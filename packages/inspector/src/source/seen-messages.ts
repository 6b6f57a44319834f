import type { MessageView, StepDetail } from "../shared/view/step-detail.ts";
import { newBounded } from "./bounded.ts";
import { messageViewsIn } from "./message-view.ts";

/** Messages that a step was given, and the number of those that were left out. */
type Seen = Pick<StepDetail, "seen" | "unseen">;

/**
 * The messages that a step was given, within bounds: of many, the instructions that lead them and the newest, which the step
 * answered.
 *
 * @param given      the state of its graph, or the argument of its Send; untrusted
 * @param characters of JSON in all, roughly
 */
export function seenMessages(given: unknown, characters: number): Seen {
  const all = messagesIn(given);
  const leading = all.findIndex(({ role }) => !isInstruction(role));
  const led = leading < 0 ? all : all.slice(0, leading);
  const first = bounded(led, Math.floor(characters / 4));
  const newest = bounded(all.slice(led.length).toReversed(), characters - sizeOf(first)).toReversed();
  const unseen = all.length - first.length - newest.length;
  return { seen: [...first, ...newest], ...(unseen === 0 ? {} : { unseen }) };
}

const isInstruction = (role: string): boolean => role === "system" || role === "developer";

/** Messages stand in channels of the state, or are what was sent themselves. */
function messagesIn(given: unknown): readonly MessageView[] {
  const own = messageViewsIn(given);
  if (own.length > 0 || typeof given !== "object" || given === null || Array.isArray(given)) return own;
  return Object.values(given).flatMap((value: unknown) => messageViewsIn(value));
}

/** The first of the messages; long ones are shortened, and say so themselves. */
function bounded(messages: readonly MessageView[], characters: number): readonly MessageView[] {
  const kept: MessageView[] = [];
  let left = characters;
  for (const message of messages) {
    if (left <= 0) break;
    const { messages: shorten, omitted } = newBounded();
    const [view] = shorten([message], left);
    if (view === undefined) break;
    const notes = omitted();
    kept.push(notes.length === 0 ? view : { ...view, text: `${view.text}\n(${notes.join(" ")})` });
    left -= JSON.stringify(view).length;
  }
  return kept;
}

function sizeOf(messages: readonly MessageView[]): number {
  return messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0);
}
