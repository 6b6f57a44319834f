/** @internal Settings with their defaults filled in. */
export interface RafflesSettings {
  readonly rounds: number;
  readonly threshold: number;
  readonly evaluatorsRead: "excerpts" | "whole";
}
