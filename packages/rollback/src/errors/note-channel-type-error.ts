/** The replanning note is meant for a channel that cannot keep a text, or whose values do not show the form of one. */
export class NoteChannelTypeError extends Error {
  override readonly name = "NoteChannelTypeError";
  readonly code = "NOTE_CHANNEL_TYPE";
  readonly channel: string;

  /** @param kind the channel's class, as LangGraph names it */
  constructor(channel: string, kind: string) {
    super(
      `The channel "${channel}" (${kind}) cannot take the replanning note: it keeps neither a text, nor a list with it, nor a message of a known form. ` +
        "Name a channel of text or of messages in `noteChannel`, return the update from `replan`, or read the note with `getReplanNote`.",
    );
    this.channel = channel;
  }
}
