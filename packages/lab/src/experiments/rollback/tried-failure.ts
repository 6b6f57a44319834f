import type { ArmRun } from "../../arms/run-arm.ts";

/** A failed run, and what became of it in each arm. */
export interface TriedFailure {
  readonly problem: string;
  /** Number of the calibration that it was tried with. */
  readonly calibration: number;
  /** How many steps it has. */
  readonly steps: number;
  /** Its first mistake, 0-based. */
  readonly mistake: number;
  /** By the arm's name; where an arm reads a miss rate, that follows. */
  readonly arms: Readonly<Record<string, ArmRun>>;
}

/** How an arm is called at a miss rate. */
export const armAt = (name: string, alpha: number): string => `${name} at ${alpha}`;
