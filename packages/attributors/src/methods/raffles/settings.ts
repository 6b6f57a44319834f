import type { Redact } from "@langgraph-rollback/attribution";

/** @internal Settings with their defaults filled in. */
export interface RafflesSettings {
  readonly rounds: number;
  readonly threshold: number;
  readonly evaluatorsRead: "excerpts" | "whole";
  readonly redact: Redact | undefined;
}
