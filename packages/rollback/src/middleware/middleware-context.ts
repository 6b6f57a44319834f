import type { BaseMessage } from "@langchain/core/messages";

import {
  A_NUMBER,
  AN_APPROVE,
  AN_EFFECTS,
  SHARED_CHECKS,
  checkCount,
  oneOf,
} from "../setup/check-options.ts";
import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import type { OptionCheck } from "../errors/option-check.ts";
import { checkOptions } from "../errors/refuse-options.ts";
import { resolvePolicy, type PolicyOptions, type ResolvedPolicy } from "../setup/policy-options.ts";
import { problemOf } from "../history/left-alone.ts";
import type { RollbackMode } from "../setup/rollback-mode.ts";
import { replanNote, type ReplanContext } from "../replanning/replan-note.ts";
import { learningOf, type Learning } from "../setup/learning.ts";
import type { Telemetry } from "../setup/telemetry.ts";
import type { AttributionSource } from "../setup/resolve-scorer.ts";
import type { Approve } from "../approving/rollback-question.ts";
import type { EffectOptions } from "../effects/declaring/effect-options.ts";
import type { ResolvedEffects } from "../effects/declaring/resolve-effects.ts";
import { effectsIn } from "../setup/effects-in.ts";
import { steadyClock, steadyIds, type Clock } from "../langgraph/clock.ts";
import type { Verdict, Verifier, VerifierRun } from "../verifiers/verifier.ts";
import { NODE_CHECKS, type NodeCheck, resolveChecks, type ResolvedNodeCheck } from "../setup/node-checks.ts";
import { A_WATCH, resolveWatch, type ResolvedWatch, type WatchOptions } from "../setup/watch-options.ts";
import { threadIn } from "./agent-runtime.ts";
import type { MiddlewareEvent } from "./middleware-record.ts";

/** Input that the middleware gives a verifier: the conversation up to the user's last message, and all of it. */
export interface AgentInput {
  readonly messages: readonly BaseMessage[];
}

/** The agent's output, as the middleware gives it to a verifier. */
export interface AgentOutput {
  readonly messages: readonly BaseMessage[];
  /** With a `responseFormat`. */
  readonly structuredResponse?: unknown;
}

/** Nodes of the agent after which the middleware can check. */
type CheckedNode = "model_request" | "tools";

/** How `rollbackMiddleware` goes about it. Without `verify` it only records calls. */
export interface RollbackMiddlewareConfig extends AttributionSource, PolicyOptions {
  /** Decides whether a finished run succeeded. Default: none, nothing is judged. */
  readonly verify?: (run: VerifierRun<AgentInput, AgentOutput>) => Verdict | Promise<Verdict>;
  /** Tolerated miss rate of the first attempt's set, in [0, 1). Default: the calibration's. 0 asks for the whole turn. */
  readonly alpha?: number;
  /** Retries per user message, whatever the policy, where no `withRollback` is around the agent. Default 3. */
  readonly maxRetries?: number;
  /**
   * Effects of the agent's tools outside of its state, and how they are undone, as for `withRollback`: of `nodes`, nothing is seen here. Default: nothing
   * is undone, stored or guarded.
   */
  readonly effects?: EffectOptions;
  /** Whether a human is asked before a retry, by an interrupt, as for `withRollback`. Default "never". */
  readonly approve?: Approve;
  /** Note to the next attempt; `undefined` tells it nothing. Default {@link replanNote}. */
  readonly replan?: (context: ReplanContext) => string | undefined | Promise<string | undefined>;
  /**
   * Watches the first attempt of a turn, as for `withRollback`: before each call of a model the conversation so far is scored, and an alarm ends the attempt. Where `withRollback` is
   * around the agent, its own `watch` counts alone. Default: attempts run to their end.
   */
  readonly watch?: WatchOptions;
  /**
   * Checks after the agent's nodes "model_request" and "tools", as for `withRollback`: made before the model is called again, so the last answer is left to `verify`. `output` has the messages
   * up to the node. Where `withRollback` is around the agent, its own `checks` count alone. Default: none.
   */
  readonly checks?: Readonly<Partial<Record<CheckedNode, NodeCheck<AgentInput, AgentOutput>>>>;
  /**
   * When every attempt failed the verifier: "last" leaves the last answer, "error" throws `RollbackExhaustedError`. Default "last". The best
   * attempt cannot be put back from inside an agent; `withRollback` can do that.
   */
  readonly onFailure?: "last" | "error";
  /**
   * "observe" is for a trial: each run is recorded, judged, attributed and planned for. Its result, its steps and its stream are the same as without
   * rollback. Nothing is undone, no human is asked, and the history says what would have been done. Default "rollback".
   */
  readonly mode?: RollbackMode;
  /**
   * Treatment of a tool's exception: "answer" shows it to the model, as LangChain does in an agent without
   * middlewares that wrap tool calls; "throw" lets it end the run, as LangChain does with such a middleware. Default "answer".
   */
  readonly toolErrors?: "answer" | "throw";
  /** How many calls the state holds, the newest. Default 100. */
  readonly maxCalls?: number;
  /** Spans and metrics of each attempt that is judged, as for `withRollback`, which tells of them instead where it is around the agent. Default: none. */
  readonly telemetry?: Telemetry;
  /** Told of each event as it happens; what it throws is ignored. */
  readonly onEvent?: (event: MiddlewareEvent) => void;
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly clock?: Clock;
  /** Makes ids of calls and notes. Default nanoid. */
  readonly ids?: () => string;
}

/** @internal The options with every default filled in, and where to report to. */
export interface MiddlewareContext
  extends
    ResolvedPolicy,
    Required<
      Pick<
        RollbackMiddlewareConfig,
        "maxRetries" | "replan" | "onFailure" | "mode" | "toolErrors" | "maxCalls" | "clock" | "ids"
      >
    > {
  readonly verify: Verifier<AgentInput, AgentOutput> | undefined;
  readonly learning: Learning;
  readonly effects: ResolvedEffects | undefined;
  /** Tools that its agents have called, by their names. */
  readonly tools: Map<string, object>;
  readonly approve: Approve;
  readonly watch: ResolvedWatch | undefined;
  readonly checks: ReadonlyMap<string, ResolvedNodeCheck>;
  readonly telemetry: Telemetry | undefined;
  readonly emit: (event: MiddlewareEvent) => void;
  /** Says that the middleware itself failed. */
  readonly report: (configurable: Readonly<Record<string, unknown>> | undefined, error: unknown) => void;
}

const CHECKS: Readonly<Record<keyof RollbackMiddlewareConfig, OptionCheck>> = {
  ...SHARED_CHECKS,
  onFailure: oneOf("last", "error"),
  maxRetries: A_NUMBER,
  maxCalls: A_NUMBER,
  effects: AN_EFFECTS,
  approve: AN_APPROVE,
  toolErrors: oneOf("answer", "throw"),
  watch: A_WATCH,
  checks: NODE_CHECKS,
};

/**
 * @internal
 * @throws {InvalidOptionError | UnknownOptionError} if an option has a value of a wrong type, or does not exist
 * @throws {CalibrationMismatchError | ScorerMissingError} if calibration and scorer do not belong together
 * @throws {RangeError} if `alpha`, `maxRetries`, `maxCalls`, an amount of `budget`, or one of `watch` is out of range
 */
export function middlewareContext(config: RollbackMiddlewareConfig): MiddlewareContext {
  checkOptions(config, CHECKS);
  const learning = learningOf(config, true);
  const { maxRetries = 3, maxCalls = 100 } = config;
  const { mode = "rollback", verify, onEvent } = config;
  const effects = effectsIn(config);
  if (verify === undefined && effects?.mayHold === true)
    throw new InvalidOptionError(
      "effects",
      'without "hold" where there is no `verify`: nothing is ever accepted',
      config.effects,
    );
  checkEarly(config);
  checkCount("maxRetries", maxRetries);
  checkCount("maxCalls", maxCalls);
  const emit = (event: MiddlewareEvent): void => {
    try {
      onEvent?.(event);
    } catch {
      // A listener must not be able to alter the run.
    }
  };
  return {
    verify,
    learning,
    ...resolvePolicy(config),
    maxRetries,
    maxCalls,
    effects,
    tools: new Map(),
    approve: config.approve ?? "never",
    watch: resolveWatch(config.watch),
    checks: resolveChecks(config.checks),
    telemetry: config.telemetry,
    replan: config.replan ?? replanNote,
    mode,
    // A run that is only observed gives what it gave.
    onFailure: mode === "observe" ? "last" : (config.onFailure ?? "last"),
    toolErrors: config.toolErrors ?? "answer",
    clock: steadyClock(config.clock),
    ids: steadyIds(config.ids),
    emit,
    report: (configurable, error) =>
      emit({ type: "rollback:problem", threadId: threadIn(configurable), problem: problemOf(error) }),
  };
}

const CHECKED_NODES: readonly string[] = ["model_request", "tools"] satisfies CheckedNode[];

/** Refuses to watch where nothing is judged, and checks of nodes whose end the middleware does not see. */
function checkEarly(config: RollbackMiddlewareConfig): void {
  for (const option of ["watch", "checks"] as const)
    if (config.verify === undefined && config[option] !== undefined)
      throw new InvalidOptionError(
        option,
        "left out where there is no `verify`: nothing is judged",
        config[option],
      );
  for (const node of Object.keys(config.checks ?? {}))
    if (!CHECKED_NODES.includes(node))
      throw new InvalidOptionError(
        `checks.${node}`,
        'a check of "model_request" or "tools", whose ends the middleware sees',
        node,
      );
}
