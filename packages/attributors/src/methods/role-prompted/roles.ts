/** @internal A way of looking at a trace. */
export interface Role {
  readonly name: string;
  /** How it judges; no text of a trace. */
  readonly manner: string;
}

/** @internal The four roles of arXiv:2605.06788, appendix C.3, in words of our own. */
export const ROLES: readonly Role[] = [
  {
    name: "conservative",
    manner:
      "You are the conservative analyst. Blame a step only for what the trace shows outright: a contradiction, a false inference, a result that does not follow. Go above 0.5 only where you could quote the words that prove it; where you could not, stay below 0.2.",
  },
  {
    name: "liberal",
    manner:
      "You are the liberal analyst. Consider also what is not proven: an order that could have set others off on the wrong way, an assumption nobody checked, an effect that shows much later. Give steps whose blame is plausible but not proven between 0.5 and 0.7.",
  },
  {
    name: "sceptical",
    manner:
      "You are the sceptical analyst. Look for another explanation of the failure before you blame the step, and for what you would have to know and the trace does not say. The better the other explanation and the more is missing, the lower your probability.",
  },
  {
    name: "pattern",
    manner:
      "You are the analyst of patterns. Look at the step as part of what recurs: the same reasoning repeated without progress, agents who talk past each other, results handed on unchecked. Blame the step with which such a pattern begins, not those that continue it.",
  },
];
