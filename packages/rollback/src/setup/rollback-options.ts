import {
  A_FUNCTION,
  A_LOCK,
  A_NUMBER,
  A_STRING,
  AN_APPROVE,
  A_RECORD,
  AN_EFFECTS,
  SHARED_CHECKS,
  checkCount,
  oneOf,
} from "./check-options.ts";
import type { OptionCheck } from "../errors/option-check.ts";
import { checkOptions } from "../errors/refuse-options.ts";
import { effectsIn } from "./effects-in.ts";
import { resolvePolicy, type PolicyOptions, type ResolvedPolicy } from "./policy-options.ts";
import { replanNote, type Replanner } from "../replanning/replan-note.ts";
import { isRecording, type RecordOptions } from "./record-options.ts";
import type { RollbackMode } from "./rollback-mode.ts";
import type { RollbackEvent } from "./rollback-event.ts";
import type { Telemetry } from "./telemetry.ts";
import { learningOf, type Learning } from "./learning.ts";
import type { AttributionSource } from "./resolve-scorer.ts";
import { steadyClock, steadyIds, type Clock } from "../langgraph/clock.ts";
import type { Approve } from "../approving/rollback-question.ts";
import type { EffectOptions } from "../effects/declaring/effect-options.ts";
import type { ResolvedEffects } from "../effects/declaring/resolve-effects.ts";
import { A_LEARN, resolveLearn, type LearnOptions, type ResolvedLearn } from "./learn-options.ts";
import type { ThreadLock } from "../locking/thread-lock.ts";
import type { WorkspaceOptions } from "../workspace/workspace-source.ts";
import { NODE_CHECKS, type NodeChecks, resolveChecks, type ResolvedNodeCheck } from "./node-checks.ts";
import { A_WATCH, resolveWatch, type ResolvedWatch, type WatchOptions } from "./watch-options.ts";
import { A_WORKSPACE, resolveWorkspace } from "./workspace-options.ts";
import type { Verdict, Verifier, VerifierRun } from "../verifiers/verifier.ts";
import { verifierOf } from "../verifiers/judge.ts";

/** How `withRollback` and `rollbackGraph` go about it. Only `verify` is needed. */
export interface RollbackOptions<Input = unknown, Output = unknown> extends AttributionSource, PolicyOptions {
  /** Decides whether a finished run succeeded. */
  verify(run: VerifierRun<Input, Output>): Verdict | Promise<Verdict>;
  /** Tolerated miss rate of the first attempt's set, in [0, 1). Default: the calibration's. 0 asks for the whole attempt. */
  readonly alpha?: number;
  /** Rollbacks per run, whatever the policy. 0 only judges. Default 3. */
  readonly maxRollbacks?: number;
  /**
   * Effects of the graph's tools and nodes outside of its state, and how they are undone. Default: nothing is undone, stored or guarded, and a graph
   * that has tools is warned of once.
   */
  readonly effects?: EffectOptions;
  /**
   * Files that go back together with the run's state: a folder of this machine, or functions of yours. They are stored at the run's start and after each superstep, and put back
   * before the next attempt runs. Default: files stay as the failed attempt has left them. With `mode: "observe"` nothing is stored.
   */
  readonly workspace?: WorkspaceOptions;
  /**
   * Whether a human is asked before a rollback, by an interrupt of the graph: the answer approves it, moves its start, edits the note, or
   * declines. "irreversible" asks where an irreversible effect lies in the part to be undone. Default "never".
   */
  readonly approve?: Approve;
  /**
   * Called with the state that the next attempt starts from, before it does: gives updates of channels whose values have aged, such as tokens,
   * locks and permissions. If it throws, the run is not rolled back. Default: none.
   */
  readonly revalidate?: Revalidate;
  /** Note to the next attempt. Default: {@link replanNote}. */
  readonly replan?: Replanner;
  /** Channel that takes the note. Default: `messages` where the graph has it, else only `getReplanNote`. */
  readonly noteChannel?: string;
  /**
   * When no attempt passed: "best" returns the attempt with the best score, and the thread continues from it; without scores it is the first. An attempt that
   * threw comes last, and one whose effects have been undone is not returned. "last" returns the last attempt. "error" throws `RollbackExhaustedError`
   * with the last attempt's output. An exception of the graph is thrown as it is in all of them. Default "best".
   */
  readonly onFailure?: "best" | "last" | "error";
  /**
   * "observe" is for a trial: each run is recorded, judged, attributed and planned for. Its result, its steps and its stream are the same as without
   * rollback. Nothing is undone, no human is asked, and the history says what would have been done. Default "rollback".
   */
  readonly mode?: RollbackMode;
  /**
   * Whether the answers of models and tools are recorded, so that a run can be replayed with them. They are stored in the thread's own checkpointer, each once; prompts are
   * not. A run never fails by it. Default: nothing is recorded.
   */
  readonly record?: RecordOptions;
  /**
   * Learns from the agent's own failed runs, their retries and verdicts, without labels: where its mistakes lie, and within how many rollbacks it recovers. What is learnt is
   * kept in the agent's checkpointer, as numbers without text, and used from the next run on. A scorer or calibration of yours stays in use. Default false.
   */
  readonly learn?: boolean | LearnOptions;
  /**
   * Watches first attempts while they run, and stops one that is going wrong: it is rolled back as any failure. A calibrated alarm ever stops at most a share alpha of right runs. Default: attempts
   * run to their end.
   */
  readonly watch?: WatchOptions;
  /**
   * Checks after nodes, by the nodes' names: each is a verifier of the run so far, whose `output` is the state after the node. The attempt ends as failed at the first check that fails. Default: none.
   */
  readonly checks?: NodeChecks<Input, Output>;
  /**
   * Keeps runs on one thread apart. Default: in this process, a run on a thread of the same checkpointer that is busy throws
   * `ThreadBusyError`. Processes that share a database need a lock that they share, too: `leaseThreadLock`.
   */
  readonly lock?: ThreadLock;
  /**
   * Spans, events and metrics of each run, by OpenTelemetry: `telemetry()` of `langgraph-rollback/telemetry`. What fails in it changes no result. Default: none,
   * and nothing is stored for it.
   */
  readonly telemetry?: Telemetry;
  /** Told of each event as it happens; what it throws is ignored. */
  readonly onEvent?: (event: RollbackEvent) => void;
  /** Milliseconds since the epoch. Default `Date.now`, which also replaces a clock that throws or returns no time. */
  readonly clock?: Clock;
  /** Makes ids of threads, runs and notes. Default nanoid, which also replaces a function that throws or returns no text. */
  readonly ids?: () => string;
}

/** Gives updates of channels whose values have aged; `undefined` where none have. */
export type Revalidate = (
  state: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>> | undefined | Promise<Readonly<Record<string, unknown>> | undefined>;

/** @internal Options with every default filled in. */
export interface ResolvedOptions
  extends
    ResolvedPolicy,
    Required<
      Pick<RollbackOptions, "maxRollbacks" | "replan" | "onFailure" | "mode" | "onEvent" | "clock" | "ids">
    > {
  readonly verify: Verifier;
  readonly learning: Learning;
  readonly learn: ResolvedLearn | undefined;
  readonly noteChannel: string | undefined;
  readonly lock: ThreadLock | undefined;
  readonly approve: Approve;
  readonly effects: ResolvedEffects | undefined;
  readonly record: RecordOptions | undefined;
  readonly revalidate: Revalidate | undefined;
  readonly workspace: WorkspaceOptions | undefined;
  readonly watch: ResolvedWatch | undefined;
  readonly checks: ReadonlyMap<string, ResolvedNodeCheck>;
  readonly telemetry: Telemetry | undefined;
}

const CHECKS: Readonly<Record<keyof RollbackOptions, OptionCheck>> = {
  ...SHARED_CHECKS,
  onFailure: oneOf("best", "last", "error"),
  verify: { ...A_FUNCTION, isRequired: true },
  maxRollbacks: A_NUMBER,
  noteChannel: A_STRING,
  lock: A_LOCK,
  effects: AN_EFFECTS,
  record: A_RECORD,
  learn: A_LEARN,
  approve: AN_APPROVE,
  revalidate: A_FUNCTION,
  workspace: A_WORKSPACE,
  watch: A_WATCH,
  checks: NODE_CHECKS,
};

/**
 * @internal
 * @throws {InvalidOptionError | UnknownOptionError} if an option has a value of a wrong type, or does not exist, or `group` is missing
 * @throws {CalibrationMismatchError | ScorerMissingError} if calibration and scorer do not belong together
 * @throws {RangeError} if `alpha`, `maxRollbacks`, an amount of `budget`, or one of `watch` is out of range
 */
export function resolveOptions(options: RollbackOptions): ResolvedOptions {
  checkOptions(options, CHECKS);
  const learn = resolveLearn(options.learn);
  const learning = learningOf(options, true);
  const { maxRollbacks = 3, mode = "rollback" } = options;
  checkCount("maxRollbacks", maxRollbacks);
  return {
    verify: verifierOf(options),
    learning,
    learn,
    ...resolvePolicy(options, learn !== undefined),
    maxRollbacks,
    replan: options.replan ?? replanNote,
    noteChannel: options.noteChannel,
    lock: options.lock,
    effects: effectsIn(options),
    record: isRecording(options.record) ? options.record : undefined,
    approve: options.approve ?? "never",
    revalidate: options.revalidate,
    workspace: mode === "observe" ? undefined : resolveWorkspace(options.workspace),
    watch: resolveWatch(options.watch),
    checks: resolveChecks(options.checks),
    telemetry: options.telemetry,
    mode,
    // A run that is only observed gives what it gave.
    onFailure: mode === "observe" ? "last" : (options.onFailure ?? "best"),
    onEvent: options.onEvent ?? (() => {}),
    clock: steadyClock(options.clock),
    ids: steadyIds(options.ids),
  };
}
