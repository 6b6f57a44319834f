import type { ContextLevel } from "./context-levels.ts";

/** @internal Subject of a sentence of a trace (arXiv:2510.04886, section 3.1). */
export type ContextType = "decision" | "handoff" | "error" | "general";

interface ContextPattern {
  /** Matches within one sentence, in time linear in its length. English; other languages fall back to the first words. */
  readonly pattern: RegExp;
  /** Which of several matching sentences says most: decisions and results come last, causes come first. */
  readonly prefer: "first" | "last";
}

/** @internal */
export const CONTEXT_PATTERNS: Readonly<Record<ContextType, ContextPattern>> = {
  decision: {
    pattern:
      /\b(?:therefore|thus|hence|conclu(?:de|sion)|decid|determin|assum|chose\b|choos|i(?:'ll| will| shall| am going to)\b|we (?:will|should|need to|must)\b|let(?:'s| us| me)\b|plan(?:s|ned)?\b|(?:answer|result|solution|total|best option) (?:is|was|must be|should be)\b|because\b)/i,
    prefer: "last",
  },
  handoff: {
    pattern:
      /\b(?:received|hand(?:ed|ing)? (?:over|off|back)|forward(?:ed|ing)|pass(?:ed|ing)? (?:on|to|back)|deliver(?:ed|ing)|delegat|assign|transferr|please\b|asked\b|request(?:ed|s)?\b|next (?:speaker|agent|step)|over to\b|your turn|based on|according to|as (?:given|provided|requested) by)/i,
    prefer: "first",
  },
  error: {
    pattern:
      /\b(?:error|exception|traceback|fail(?:ed|s|ure|ing)?\b|cannot\b|can't\b|could(?: not|n't)\b|unable\b|wrong|incorrect|invalid|mistake|missing|not found|no (?:results?|such|data|matches)\b|denied|refused|blocked|tim(?:ed|e) ?out|insufficient|unexpected|contradict|however\b|unfortunately\b|instead\b|retry|stuck\b)/i,
    prefer: "first",
  },
  general: {
    pattern:
      /\b(?:complet|finish|done\b|success|achiev|creat(?:ed|es)|generat(?:ed|es)|produc(?:ed|es)|built\b|saved\b|sent\b|found\b|shows?\b|return(?:ed|s)|comput(?:ed|es)|calculat(?:ed|es)|verif|final|switch|updat|(?:step|phase|stage|part) \d+)/i,
    prefer: "last",
  },
};

/** @internal Which types a level looks for, the most wanted first. */
export const LEVEL_TYPES: Readonly<Record<Exclude<ContextLevel, "full">, readonly ContextType[]>> = {
  points: ["decision", "error", "handoff", "general"],
  summary: ["error", "general", "handoff", "decision"],
  milestone: ["general", "error", "decision", "handoff"],
};
