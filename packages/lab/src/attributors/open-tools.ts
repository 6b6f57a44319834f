import type { PublishedFigure } from "./published-figure.ts";

/** A figure of another tool for a part of Who&When. Never ours. */
export interface OpenToolFigure {
  readonly part: Exclude<PublishedFigure["part"], "MATH and GSM8k">;
  readonly asks: "rules only" | "a strong model";
  /** Share of the traces whose decisive step it ranks first. */
  readonly top1: number;
  /** Share whose decisive step is among its first three. */
  readonly top3: number;
}

/**
 * The best open tools that we know of, as reported to this project in 2026-11, on all 126 and 58 traces. Nobody has measured them here.
 */
export const OPEN_TOOLS: readonly OpenToolFigure[] = [
  { part: "algorithm-generated", asks: "rules only", top1: 0.214, top3: 0.333 },
  { part: "algorithm-generated", asks: "a strong model", top1: 0.429, top3: 0.587 },
  { part: "hand-crafted", asks: "rules only", top1: 0.19, top3: 0.31 },
  { part: "hand-crafted", asks: "a strong model", top1: 0.241, top3: 0.362 },
];
