import type { Variant } from "../../failures/variant.ts";
import { ARMS_WITH_SETS, ARMS_WITHOUT_SETS, ROLLBACKS } from "../../arms/rollback-arms.ts";
import { mcnemar } from "@langgraph-rollback/attribution/conformal/evaluation";
import { armFigures, type ArmFigures, successes } from "./arm-figures.ts";
import { armAt, type TriedFailure } from "./tried-failure.ts";

/** One system with faults planted in one part of its runs. */
export interface SettingFigures {
  readonly system: string;
  readonly variant: Variant;
  /** Failed runs. */
  readonly n: number;
  readonly problems: number;
  /** Mean over failed runs. */
  readonly length: number;
  /** With one rollback, then with as many as are allowed. */
  readonly arms: readonly ArmFigures[];
  /** Restarting with one rollback, with two, and so on: what it takes and what it brings. */
  readonly restarts: readonly { readonly steps: number; readonly success: number }[];
  /** By the number of rollbacks. */
  readonly winners: Readonly<Record<number, string>>;
}

/** Numbers of rollbacks that are compared: the paper's, and the default. */
const NUMBERS: readonly number[] = [1, ROLLBACKS];

/** Below it, two arms recover differently many runs. */
const LEVEL = 0.05;

/** Arms that are made for one number of rollbacks. */
const ONLY_AT: ReadonlyMap<string, number> = new Map([
  ["least cost, once", 1],
  ["least cost", ROLLBACKS],
]);

/** All figures of a setting. */
export function settingFigures(
  { system, variant }: Pick<SettingFigures, "system" | "variant">,
  failures: readonly TriedFailure[],
  alphas: readonly number[],
): SettingFigures {
  const arms = NUMBERS.flatMap((rollbacks) => {
    const isMade = ({ name }: { readonly name: string }): boolean =>
      (ONLY_AT.get(name) ?? rollbacks) === rollbacks;
    const names = [
      ...ARMS_WITHOUT_SETS.map(({ name }) => name),
      ...alphas.flatMap((alpha) => ARMS_WITH_SETS.filter(isMade).map(({ name }) => armAt(name, alpha))),
    ];
    return names.map((name) => armFigures(failures, name, rollbacks));
  });
  return {
    system,
    variant,
    n: failures.length,
    problems: new Set(failures.map(({ problem }) => problem)).size,
    length: failures.reduce((sum, { steps }) => sum + steps, 0) / failures.length,
    arms,
    restarts: Array.from({ length: ROLLBACKS }, (_, at) => {
      const { steps, success } = armFigures(failures, "restart", at + 1);
      return { steps, success: success.mean };
    }),
    winners: Object.fromEntries(NUMBERS.map((rollbacks) => [rollbacks, winnerOf(failures, arms, rollbacks)])),
  };
}

/**
 * The arm with the fewest steps among those that recover as many runs as the best one, as far as these failures tell. The oracle does not compete.
 */
function winnerOf(failures: readonly TriedFailure[], arms: readonly ArmFigures[], rollbacks: number): string {
  const able = arms.filter((each) => each.rollbacks === rollbacks && each.arm !== "oracle");
  const best = able.toSorted((one, other) => other.success.mean - one.success.mean)[0];
  const most = successes(failures, best?.arm ?? "", rollbacks);
  const asGood = able.filter(({ arm }) => mcnemar(successes(failures, arm, rollbacks), most).p >= LEVEL);
  return asGood.toSorted((one, other) => one.steps - other.steps)[0]?.arm ?? "";
}

/** Figures of an arm by its name. @throws {RangeError} if there are none */
export function figuresOf({ arms }: SettingFigures, arm: string, rollbacks: number): ArmFigures {
  const found = arms.find((each) => each.arm === arm && each.rollbacks === rollbacks);
  if (found === undefined)
    throw new RangeError(`Expected figures of "${arm}" with ${rollbacks} rollbacks, got none.`);
  return found;
}
