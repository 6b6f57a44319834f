/** The replanning note is meant for a channel that cannot keep a text. */
export class NoteChannelTypeError extends Error {
  override readonly name = "NoteChannelTypeError";
  readonly code = "NOTE_CHANNEL_TYPE";
  readonly channel: string;

  /** @param kind the channel's class, as LangGraph names it */
  constructor(channel: string, kind: string) {
    super(
      `The channel "${channel}" (${kind}) cannot take the replanning note: it keeps neither a text, nor a list with it, nor a message. ` +
        "Name a channel of text or of messages in `noteChannel`, or leave it out and read the note with `getReplanNote`.",
    );
    this.channel = channel;
  }
}
