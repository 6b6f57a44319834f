import type { WhereOptions } from "../options/schema-option.ts";

/** Part of a thread to show. All of it counts from 1. */
export interface ShowCommandOptions extends WhereOptions {
  readonly run?: number;
  readonly attempt?: number;
  readonly step?: number;
  readonly origin?: string;
  readonly json?: true;
}
