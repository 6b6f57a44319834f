/** A call of a tool, of an act that `effect` makes, or of a node, that a replay is to answer. */
export interface AskedCall {
  /** "act": made by `effect` inside a node. */
  readonly kind: "tool" | "act" | "node";
  readonly name: string;
  /** Arguments of the call; of a node, its input. Untrusted. */
  readonly args: unknown;
  /** The result of the same call in the recorded run; absent where there is none. */
  readonly recorded?: { readonly value: unknown };
}

/**
 * Answer of a replay to calls of one name: "recorded" gives the result that the same call had in the recorded run, an error included; "run" runs it,
 * in the real world; "refuse" ends the replay as inconclusive. A function of the user's stands for it, such as a sandbox. A call without an answer ends
 * the replay as inconclusive, too.
 */
export type ReplayAnswer = "recorded" | "run" | "refuse" | ((call: AskedCall) => unknown);

/** A call in a replay, and where its answer came from. */
export interface ReplayedCall extends Pick<AskedCall, "name" | "args"> {
  readonly kind: AskedCall["kind"] | "model" | "question" | "rollback";
  /** "given": by a function of the user's. */
  readonly answer: "recorded" | "ran" | "given" | "refused";
}
