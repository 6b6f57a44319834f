import type { CompiledGraph } from "./compiled-graph.ts";
import { NoteChannelError } from "../errors/note-channel-error.ts";
import { isControlChannel } from "./task-identity.ts";

/**
 * @internal Refuses a note for a channel that LangGraph would drop without a word.
 * @throws {NoteChannelError}
 */
export function checkChannels(graph: CompiledGraph, names: readonly string[]): void {
  const known = Object.keys(graph.channels).filter((name) => !isControlChannel(name));
  for (const name of names) if (!known.includes(name)) throw new NoteChannelError(name, known);
}
