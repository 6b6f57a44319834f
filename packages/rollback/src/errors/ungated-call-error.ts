/** A model or a tool was about to be called in a replay without having asked for its recorded answer. It was not called. */
export class UngatedCallError extends Error {
  override readonly name = "UngatedCallError";
  readonly code = "UNGATED_CALL";
  readonly kind: "model" | "tool";
  /** Name of the tool, or of the model's run or class. */
  readonly callee: string;

  constructor(kind: "model" | "tool", callee: string) {
    super(
      `The ${kind} "${callee}" was not called: it cannot be answered from a recording. Its class overrides the method that asks, or it is made with another copy of @langchain/core. Install one copy, and leave the method to the base class.`,
    );
    this.kind = kind;
    this.callee = callee;
  }
}
