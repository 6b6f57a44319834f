import type { WhereOptions } from "../options/schema-option.ts";

/** A thread, and what is to become of what it holds. */
export interface EffectsCommandOptions extends WhereOptions {
  readonly thread: string;
  readonly graph?: string;
  readonly undo?: true;
  /** Id of the one effect that it is about. */
  readonly effect?: string;
  readonly by: string;
  readonly why?: string;
  readonly release?: true;
  readonly discard?: true;
  readonly json?: true;
}
