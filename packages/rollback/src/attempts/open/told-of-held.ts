import { MESSAGES, noteChannelOf } from "../../rewinding/note-channel.ts";
import { noteMessage } from "../../steps/note-message.ts";
import { heldLine } from "../../replanning/held-line.ts";
import type { RollbackContext } from "../../setup/rollback-context.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { untrueReceipts } from "../end/settle-holds.ts";

/**
 * @internal The first attempt of a turn, with a note before the turn's messages if the turn before has left receipts for acts that were not carried out: the conversation still says
 * that they will be. Nothing else of the input is touched, and verifiers get it without the note.
 */
export async function toldOfHeld(context: RollbackContext, fresh: Attempt): Promise<Attempt> {
  const { graph, options } = context;
  const { call, threadId } = fresh;
  if (options.mode === "observe" || noteChannelOf(graph, options.noteChannel) !== MESSAGES) return fresh;
  if (typeof call !== "object" || call === null || !(MESSAGES in call)) return fresh;
  const effects = await untrueReceipts(context, threadId);
  if (effects.length === 0) return fresh;
  const id = options.ids();
  const note = noteMessage(heldLine(effects), id);
  const messages: unknown = call[MESSAGES];
  return {
    ...fresh,
    call: { ...call, [MESSAGES]: [note, ...(Array.isArray(messages) ? messages : [messages])] },
    ...(note.id === undefined ? {} : { noteIds: [note.id] }),
  };
}
