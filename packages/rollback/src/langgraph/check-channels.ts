import type { CompiledGraph } from "./compiled-graph.ts";
import { UnknownNoteChannelError } from "../errors/unknown-note-channel-error.ts";
import { isControlChannel } from "./task-identity.ts";

/**
 * @internal Refuses a note for a channel that LangGraph would drop without a word.
 * @throws {UnknownNoteChannelError}
 */
export function checkChannels(graph: CompiledGraph, names: readonly string[]): void {
  const known = Object.keys(graph.channels).filter((name) => !isControlChannel(name));
  for (const name of names) if (!known.includes(name)) throw new UnknownNoteChannelError(name, known);
}
