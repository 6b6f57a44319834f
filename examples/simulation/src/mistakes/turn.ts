import type { MistakeKind } from "./mistake-kind.ts";
import type { Draw } from "./seeded-draw.ts";

/** A way for a turn to go wrong. */
export interface Mistake {
  readonly kind: MistakeKind;
  readonly content: string;
  /** Whether a text shows this very mistake. */
  isIn(text: string): boolean;
}

/** Texts that an agent can write when it is its turn. */
export interface Turn {
  /** Which step of the problem this is, whatever the attempt and whatever happened before. */
  readonly key: string;
  readonly right: string;
  /** The mistake of one kind, or undefined when the turn offers no room for it. */
  mistaken(kind: MistakeKind, draw: Draw): Mistake | undefined;
}
