import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import type { EffectOptions } from "../effects/declaring/effect-options.ts";
import { A_FUNCTION, A_NUMBER, type OptionCheck } from "../errors/option-check.ts";
import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import { checkOptions } from "../errors/refuse-options.ts";
import type { Clock } from "../langgraph/clock.ts";
import type { Replanner } from "../replanning/replan-note.ts";
import type { RecordedStep } from "../steps/recorded-trajectory.ts";
import { AN_EFFECTS, A_STRING, checkCount } from "../setup/check-options.ts";
import type { ReplaySandbox } from "../setup/replay-sandbox.ts";
import type { Verdict, VerifierRun } from "../verifiers/verifier.ts";
import type { ReplayAnswer } from "../answers/replay-answer.ts";
import type { Replay } from "./replay-result.ts";

/** How `replay` goes about it. Only `from` is needed. */
export interface ReplayOptions<Input = unknown, Output = unknown> {
  /** Index of the first step of the run that runs again, 0-based. An earlier one runs again where the graph cannot be rewound to it. */
  readonly from: number;
  /** Judges each replay. Default: the verifier of a graph with rollback; any other graph's replays are not judged. */
  verify?(run: VerifierRun<Input, Output>): Verdict | Promise<Verdict>;
  /** Note to the replay, or what makes it; `false` for none. Default: what a live retry from this step would be told. */
  readonly note?: string | Replanner | false;
  /** Channel that takes the note, as for `withRollback`. */
  readonly noteChannel?: string;
  /** Values to put into the state's channels, through their reducers, before anything runs. */
  readonly update?: Readonly<Record<string, unknown>>;
  /** Answers to calls of tools, and of acts that `effect` makes, by name; "*" for all tools that are not named. Default: {@link ReplayAnswer}. */
  readonly tools?: Readonly<Record<string, ReplayAnswer>>;
  /** Answers in place of whole nodes, by name. */
  readonly nodes?: Readonly<Record<string, ReplayAnswer>>;
  /**
   * Makes a world for each replay, for tools that act and verifiers that look at what they did.
   *
   * @param kept the steps that the replay keeps: what they did has to be in that world
   */
  sandbox?(
    kept: readonly RecordedStep[],
  ): ReplaySandbox<Input, Output> | Promise<ReplaySandbox<Input, Output>>;
  /** Effects of the graph, if it has no rollback; one with rollback brings its own. */
  readonly effects?: EffectOptions;
  /** How often it is replayed, each time from the recorded run. Default 1. */
  readonly repeat?: number;
  /** Told of each replay once it is over. What it throws ends the others. */
  onReplay?(made: Replay<Output>): void | Promise<void>;
  /** The checkpointer that holds the thread. It is only read. Default: the graph's. */
  readonly checkpointer?: BaseCheckpointSaver;
  /** Milliseconds since the epoch. Default: the clock of a graph with rollback, else `Date.now`. */
  readonly clock?: Clock;
  /** Makes ids of runs and notes. Default: those of a graph with rollback, else nanoid. */
  readonly ids?: () => string;
}

const isAnswer = (value: unknown): boolean =>
  typeof value === "function" || value === "recorded" || value === "run" || value === "refuse";

const BY_NAME: OptionCheck = {
  expected: "an object with answers by name",
  holds: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  each: { expected: '"recorded", "run", "refuse" or a function', holds: isAnswer },
};

/** @internal */
export const REPLAY_CHECKS: Readonly<Record<keyof ReplayOptions, OptionCheck>> = {
  from: { ...A_NUMBER, isRequired: true },
  verify: A_FUNCTION,
  note: {
    expected: "a text, a function or false",
    holds: (value) => typeof value === "string" || typeof value === "function" || value === false,
  },
  noteChannel: A_STRING,
  update: { expected: "an object with values by channel", holds: BY_NAME.holds },
  tools: BY_NAME,
  nodes: BY_NAME,
  sandbox: A_FUNCTION,
  effects: AN_EFFECTS,
  repeat: A_NUMBER,
  onReplay: A_FUNCTION,
  checkpointer: {
    expected: "a checkpointer",
    holds: (value) => typeof Reflect.get(Object(value), "getTuple") === "function",
  },
  clock: A_FUNCTION,
  ids: A_FUNCTION,
};

/**
 * @internal
 * @param hasOwnEffects whether the graph brings its effects
 * @throws {InvalidOptionError | UnknownOptionError} if an option has a value of a wrong type, or does not exist
 * @throws {RangeError} if `from` or `repeat` is out of range
 */
export function checkReplayOptions(options: ReplayOptions, hasOwnEffects: boolean): void {
  checkOptions(options, REPLAY_CHECKS);
  checkCount("from", options.from);
  checkCount("repeat", options.repeat ?? 1);
  if (hasOwnEffects && options.effects !== undefined)
    throw new InvalidOptionError("effects", "nothing, as the graph brings its own", options.effects);
}
