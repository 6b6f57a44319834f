import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import type { RollbackOptions } from "langgraph-rollback";
import type { LabelReplay, ReplayLabel } from "langgraph-rollback/replay";
import type { PlantedRun, PlantFaultsOptions } from "langgraph-rollback/faults";
import type { PilotedRun } from "langgraph-rollback/pilot";

/** A problem that a system is to solve, with the seed of the run. */
export interface SystemTask {
  readonly id: string;
  /** Id of the problem. */
  readonly problem: string;
  readonly seed: number;
}

/** Store and thread of a run. */
export interface RunThread {
  readonly saver: BaseCheckpointSaver;
  readonly threadId: string;
}

/** An experiment's decisions about a fault that is planted. */
export type Planting = Required<Pick<PlantFaultsOptions, "seed" | "eligible" | "checkpointer">>;

/** An experiment arm's decisions about rollbacks. */
export type ArmOptions = Omit<RollbackOptions, "verify">;

/** One attempt of a run, as it was judged. */
export interface JudgedAttempt {
  readonly ok: boolean;
  /** How many steps it has, those that it was spared included. */
  readonly steps: number;
}

/** The verdict on an attempt, right or wrong. */
export type VerdictOn = (attempt: {
  readonly threadId: string;
  /** 1-based. */
  readonly attempt: number;
  /** Whether its result is right. */
  readonly ok: boolean;
}) => { readonly ok: boolean; readonly score?: number; readonly reason?: string };

/** Tokens that a model read and wrote: as its replies report them, else counted with the tokeniser o200k. */
export interface TokenSum {
  readonly input: number;
  readonly output: number;
}

/** A run without rollback. */
export interface BareRun {
  readonly ok: boolean;
  readonly trajectory: Trajectory;
  /** Its first mistake, 0-based, where it made one: the simulation knows. */
  readonly mistake?: number;
}

/** A system of agents that an experiment runs. */
export interface System {
  readonly name: string;
  /** Ids of the problems that it can be given. */
  readonly problems: readonly string[];
  /** Steps of its longest run, where runs that go well end early; absent where all are about equally long. */
  readonly longestRun?: number;
  /** Runs a task, and once more from a step at which a fault is planted. */
  plant(task: SystemTask, planting: Planting): Promise<PlantedRun>;
  /** Runs a task without rollback. */
  run(task: SystemTask, thread: RunThread): Promise<BareRun>;
  /**
   * Takes up a thread whose run has ended, with rollback. A person who is asked about it declines.
   *
   * @param onJudged  told of each attempt, the first one included
   * @param verdictOn a judge that errs; default: the truth
   * @returns whether the result that the caller gets is right
   */
  rollBack(
    thread: RunThread,
    options: ArmOptions,
    onJudged: (attempt: JudgedAttempt) => void,
    verdictOn?: VerdictOn,
  ): Promise<boolean>;
  /**
   * Runs a task from its beginning with rollback, as a pilot does.
   *
   * @param onFirst told of the first attempt, unless it is stopped before its end
   */
  pilot(task: SystemTask, options: ArmOptions, onFirst?: (first: BareRun) => void): Promise<PilotedRun>;
  /** Takes up such a thread without rollback, where a node that throws is tried up to four times. @returns whether the result is right */
  retryNodes(thread: RunThread): Promise<boolean>;
  /** Labels a failed run by replays, each judged by the truth. */
  label(thread: RunThread): Promise<ReplayLabel>;
  /**
   * Replays a failed run from each of some steps, judged by the truth.
   *
   * @param starts 0-based; a step that is named twice is replayed twice
   */
  replayFrom(
    thread: RunThread,
    starts: readonly number[],
  ): Promise<readonly Pick<LabelReplay, "start" | "status">[]>;
  /** All that its model has read and written since it was made. */
  tokens(): TokenSum;
}
