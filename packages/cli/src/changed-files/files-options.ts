import type { WhereOptions } from "../options/schema-option.ts";

/** A thread, and what is to be told of its files. */
export interface FilesCommandOptions extends WhereOptions {
  readonly thread: string;
  readonly attempt?: number;
  readonly diff?: true;
  readonly out?: string;
  readonly store?: string;
  readonly json?: true;
}
