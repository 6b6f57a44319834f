/** A replanning note was meant for a channel that the graph does not have. */
export class UnknownNoteChannelError extends Error {
  override readonly name = "UnknownNoteChannelError";
  readonly code = "UNKNOWN_NOTE_CHANNEL";
  readonly channel: string;
  readonly known: readonly string[];

  constructor(channel: string, known: readonly string[]) {
    super(
      `The graph has no channel "${channel}" for the replanning note; it has ${known.map((name) => `"${name}"`).join(", ") || "none"}. ` +
        `Name one of them in \`noteChannel\` or in what \`replan\` returns.`,
    );
    this.channel = channel;
    this.known = known;
  }
}
