import type { GivenSetting } from "@langgraph-rollback/attributors/names";

/** Methods to evaluate, and the model to ask. */
export interface AttributorOptions {
  /** JSON Lines files of labelled failures. */
  readonly data: readonly string[];
  /** Names of methods; without them all. */
  readonly attributor?: readonly string[];
  /** Count tokens and call nothing. */
  readonly estimate?: boolean;
  /** Name of the endpoint's model. */
  readonly model: string;
  /** File to replay instead of asking an endpoint. */
  readonly cassette?: string;
  /** File to write all requests and answers to. */
  readonly record?: string;
  /** Why the endpoint's answers are no real model's, if they are not. */
  readonly simulated?: string;
  /** Whether methods are told the right answer. */
  readonly groundTruth: TruthSetting;
  readonly group?: string;
  readonly only?: string;
  readonly limit?: number;
  /** Leave out trajectories that went right. */
  readonly failuresOnly?: true;
  /** How often each method judges all, each time with another seed. */
  readonly repeat: number;
  /** Trajectories at once. */
  readonly concurrency: number;
  /** Per million tokens of input and output. */
  readonly price?: { readonly input: number; readonly output: number };
  readonly seed: number;
  /** Settings of methods. */
  readonly set?: readonly GivenSetting[];
  /** File for what methods said of each trajectory. */
  readonly findings?: string;
  /** File for the drawing. */
  readonly svg?: string;
  /** File, or true for the standard output. */
  readonly json?: string | true;
  /** Overwrite what exists; never a recording. */
  readonly force?: true;
}

export const TRUTH_SETTINGS = ["without", "with", "both"] as const;
export type TruthSetting = (typeof TRUTH_SETTINGS)[number];

/** Whether the options are about methods that ask models, not about conformal methods. */
export function asksForAttributors({ attributor, estimate }: AttributorOptions): boolean {
  return attributor !== undefined || estimate === true;
}
