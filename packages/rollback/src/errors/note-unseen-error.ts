/** No model call that counts was given the replanning note: something sums the conversation up, or cuts it. */
export class NoteUnseenError extends Error {
  override readonly name = "NoteUnseenError";
  readonly code = "NOTE_UNSEEN";
  readonly attempt: number;
  /** Model calls of the attempt. */
  readonly calls: number;
  /** Those that were given the note: earlier ones, or ones that summed it up. */
  readonly withNote: number;

  constructor(attempt: number, calls: number, withNote: number) {
    const what =
      withNote === 0
        ? `None of the ${calls} model calls of attempt ${attempt} was given the replanning note.`
        : `${withNote} of the ${calls} model calls of attempt ${attempt} were given the replanning note, but not the last ones: it was summed up or cut off on the way.`;
    super(
      `${what} Put the note back in front of the model: in \`wrapModelCall\`, or where the graph makes its prompts, with \`getReplanNote\`.`,
    );
    this.attempt = attempt;
    this.calls = calls;
    this.withNote = withNote;
  }
}
