import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { checkAlpha } from "@langgraph-rollback/attribution/conformal";

import { A_FUNCTION, A_NUMBER, type OptionCheck } from "../errors/option-check.ts";
import { checkOptions } from "../errors/refuse-options.ts";
import type { ReplayAnswer } from "../answers/replay-answer.ts";
import type { RecordedStep } from "../steps/recorded-trajectory.ts";
import type { ReplaySandbox } from "./replay-sandbox.ts";

/** How an agent learns from its own failures, retries and verdicts. */
export interface LearnOptions {
  /**
   * File of JSON Lines that keeps what was seen and learnt: a path, or a `file:` URL. Several processes may share it. Default: the agent's own checkpointer, where what a run has
   * taught is gone with its thread.
   */
  readonly store?: string | URL;
  /** Name of the agent: agents of one name learn together. Default: one that is made of the names of the graph's nodes. */
  readonly agent?: string;
  /**
   * Replays each failed run in the background, on a copy, until the last start that recovers it is known. That teaches far more than retries do, and costs model calls. Needs recorded
   * answers (`record`) for tools that may not run again. Default false.
   */
  readonly replays?: boolean | LearnReplays;
  /**
   * Share of failed runs that goes on trying drawn steps in place of a restart, in [0, 1]: only outcomes of other starts than the first teach where mistakes lie. It begins at 1 and
   * falls to this as 10 / sqrt(failures). Default 0.1.
   */
  readonly audit?: number;
  /** Caps the first rollback by sets on labels by replay, so that it starts at or before the last start that recovers. Needs `replays`. Default false: recovery alone is promised. */
  readonly cap?: boolean;
  /** Learns by itself, after runs have ended. Default true. With false only `learn` does, by hand or by command. */
  readonly background?: boolean;
  /** Draws steps and folds. Default 0. */
  readonly seed?: number;
}

/** How failed runs are replayed in the background. */
export interface LearnReplays {
  /** Replays of one failed run at the most. Default: as many as it takes. */
  readonly budget?: number;
  /** Rejected replays before a start counts as failing. Default 1. */
  readonly patience?: number;
  /** Answers to calls of tools by name, as `replay` takes them. Default: recorded answers; tools that only read run again. */
  readonly tools?: Readonly<Record<string, ReplayAnswer>>;
  /** Answers in place of whole nodes, by name. */
  readonly nodes?: Readonly<Record<string, ReplayAnswer>>;
  /** Makes a world for each replay, as `replay` takes it. */
  sandbox?(kept: readonly RecordedStep[]): ReplaySandbox | Promise<ReplaySandbox>;
  /** Told of each failed run once its replays are over. What it throws is ignored. */
  readonly onReplayed?: (replayed: { readonly run: string; readonly executed: number }) => void;
}

/** @internal The options with every default filled in. */
export interface ResolvedLearn extends Required<Omit<LearnOptions, "agent" | "store" | "replays">> {
  readonly agent: string | undefined;
  /** Absolute path of the file. */
  readonly file: string | undefined;
  readonly replays: LearnReplays | undefined;
}

const A_BOOLEAN: OptionCheck = { expected: "true or false", holds: (value) => typeof value === "boolean" };
const A_TEXT: OptionCheck = {
  expected: "a string",
  holds: (value) => typeof value === "string" && value !== "",
};
const AN_OBJECT: OptionCheck = {
  expected: "an object",
  holds: (value) => typeof value === "object" && value !== null,
};
const REPLAYS_CHECKS: Readonly<Record<keyof LearnReplays, OptionCheck>> = {
  budget: A_NUMBER,
  patience: A_NUMBER,
  tools: AN_OBJECT,
  nodes: AN_OBJECT,
  sandbox: A_FUNCTION,
  onReplayed: A_FUNCTION,
};
const LEARN_CHECKS: Readonly<Record<keyof LearnOptions, OptionCheck>> = {
  store: {
    expected: "a path or a `file:` URL",
    holds: (value) => (typeof value === "string" && value !== "") || value instanceof URL,
  },
  agent: A_TEXT,
  replays: {
    expected: "true, false or limits",
    holds: (value) => typeof value === "boolean" || (typeof value === "object" && value !== null),
  },
  audit: A_NUMBER,
  cap: A_BOOLEAN,
  background: A_BOOLEAN,
  seed: A_NUMBER,
};

/** @internal */
export const A_LEARN: OptionCheck = {
  expected: "true, false or options",
  holds: (value) => typeof value === "boolean" || (typeof value === "object" && value !== null),
};

const DEFAULT_AUDIT = 0.1;

/**
 * @internal
 * @throws {InvalidOptionError | UnknownOptionError} if an option has a value of a wrong type, or does not exist
 * @throws {RangeError} if `audit` is out of range
 */
export function resolveLearn(given: boolean | LearnOptions | undefined): ResolvedLearn | undefined {
  if (given === undefined || given === false) return undefined;
  const options = given === true ? {} : given;
  checkOptions(options, LEARN_CHECKS, "learn.");
  const { agent, audit = DEFAULT_AUDIT, background = true, cap = false, replays, seed = 0, store } = options;
  if (audit !== 1) checkAlpha(audit);
  if (typeof replays === "object") checkOptions(replays, REPLAYS_CHECKS, "learn.replays.");
  return {
    agent,
    audit,
    background,
    cap,
    seed,
    file: store === undefined ? undefined : pathOf(store),
    replays: replays === true ? {} : replays === false ? undefined : replays,
  };
}

const pathOf = (store: string | URL): string =>
  typeof store === "string" ? resolve(store) : fileURLToPath(store);
