import { ARMS_WITH_SETS, ROLLBACKS } from "../../arms/rollback-arms.ts";
import { armAt } from "./tried-failure.ts";

/** An arm as the table of a real model shows it. */
export interface TableArm {
  readonly label: string;
  /** Arm whose runs have up to {@link ROLLBACKS} rollbacks. */
  readonly arm: string;
  /** Arm that is made for one rollback, where that is another one. */
  readonly once?: string;
}

/** The arms of the paper's table 5, the default policy, and restarting. */
export const TABLE_ARMS: readonly TableArm[] = [
  { label: "no rollback", arm: "node retry" },
  { label: "restart", arm: "restart" },
  { label: "Top-1", arm: "top one" },
  { label: "VCP", arm: "VCP" },
  { label: "LF", arm: "LF" },
  { label: "ours", arm: "least cost", once: "least cost, once" },
];

/** Names of the arms that have to be tried for the table. */
export const TABLE_ARM_NAMES: readonly string[] = TABLE_ARMS.flatMap(({ arm, once = arm }) => [
  ...new Set([arm, once]),
]);

/** Name under which the runs of an arm are kept. */
export function keptName({ arm, once = arm }: TableArm, rollbacks: number, alpha: number): string {
  const name = rollbacks < ROLLBACKS ? once : arm;
  return ARMS_WITH_SETS.some((each) => each.name === name) ? armAt(name, alpha) : name;
}
