/** A call in a replay that has no answer: the replay ends there, and says nothing about the run. */
export class ReplayRefusedError extends Error {
  override readonly name = "ReplayRefusedError";
  readonly code = "REPLAY_REFUSED";
  /** "act": made by `effect` inside a node. "question": an interrupt. "rollback": a graph with rollback inside of the one that is replayed. */
  readonly kind: "tool" | "act" | "node" | "model" | "question" | "rollback";
  /** Name of the tool, the act, the node, the model, or the graph. */
  readonly callee: string;

  /** @param why sentences with the remedy */
  constructor(kind: ReplayRefusedError["kind"], callee: string, why: string) {
    super(`The replay has no answer for ${kind} ${JSON.stringify(callee)}. ${why}`);
    this.kind = kind;
    this.callee = callee;
  }
}
