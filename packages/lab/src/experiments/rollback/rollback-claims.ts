import type { Variant } from "../../failures/variant.ts";
import { ROLLBACKS } from "../../arms/rollback-arms.ts";
import type { Claim } from "../experiment.ts";
import type { ArmFigures } from "./arm-figures.ts";
import { figuresOf, type SettingFigures } from "./setting-figures.ts";
import { armAt } from "./tried-failure.ts";

/** Steps redone, of those of restarting, at the most. */
const MOST_STEPS: Readonly<Record<Variant, number>> = { left: 0.92, uniform: 0.82, mid: 0.75, right: 0.58 };
/** Points of a hundred by which fewer runs may recover than by restarting. */
const FEWER_POINTS = 2.5;
/** Share of the mistakes that going back to the most suspicious step has to miss for the default to be better. */
const MISSED = 0.1;
const LEVEL = 0.05;

/** Standard errors beyond which chance does not reach. */
const BEYOND = 3;

/** Claims about the default policy in every setting. A claim that a few runs miss is refuted only beyond chance. */
export const rollbackClaims = (settings: readonly SettingFigures[], alpha: number): readonly Claim[] =>
  settings.flatMap((setting) => {
    const where = `${setting.system}, ${setting.variant}, alpha ${alpha}`;
    return claimsOf(setting, alpha).map((claim) => ({ ...claim, sentence: `${where}: ${claim.sentence}` }));
  });

function claimsOf(setting: SettingFigures, alpha: number): readonly Claim[] {
  const { n, variant } = setting;
  const byDefault = figuresOf(setting, armAt("least cost", alpha), ROLLBACKS);
  const { againstRestart, reach, stepsOfRestart, success } = byDefault;
  const reached = reach?.mean ?? 0;
  const least = 1 - alpha - 2 * (reach?.standardError ?? 0);
  const points = 100 * againstRestart.difference;
  const equal = atEqualSteps(setting, byDefault);
  return [
    {
      sentence:
        "the first start lies at or before the mistake in at least 1 - alpha of the failed runs, within two standard errors.",
      ...verdict(reached >= least, reached >= 1 - alpha - BEYOND * Math.sqrt((alpha * (1 - alpha)) / n)),
      measured: `${reached.toFixed(3)}, at least ${least.toFixed(3)}`,
    },
    {
      sentence: `with as many rollbacks, at most ${FEWER_POINTS} points fewer recover than by restarting with the trace.`,
      ...verdict(points >= -FEWER_POINTS, 100 * againstRestart.interval.upper >= -FEWER_POINTS),
      measured: `${points.toFixed(2)} points`,
    },
    {
      sentence: "for as many steps, more recover than by restarting.",
      ...verdict(equal.difference > 0, equal.difference > -BEYOND * success.standardError),
      measured: `${(100 * equal.difference).toFixed(2)} points at ${equal.steps.toFixed(2)} steps a run`,
    },
    {
      sentence: `the steps redone are at most ${MOST_STEPS[variant]} of restarting's.`,
      ...verdict(
        stepsOfRestart.mean <= MOST_STEPS[variant],
        stepsOfRestart.mean <= MOST_STEPS[variant] + BEYOND * stepsOfRestart.standardError,
      ),
      measured: `${stepsOfRestart.mean.toFixed(3)} ± ${stepsOfRestart.standardError.toFixed(3)}`,
    },
    ...againstTopOne(setting, alpha),
  ];
}

/** A claim that does not hold is open if these runs are too few to refute it. */
function verdict(holds: boolean, isOpen: boolean): Pick<Claim, "holds" | "isOpen"> {
  return holds || !isOpen ? { holds } : { holds, isOpen };
}

/** Only where going back to the most suspicious step misses enough mistakes. */
function againstTopOne(setting: SettingFigures, alpha: number): readonly Claim[] {
  const { reach } = figuresOf(setting, "top one", 1);
  if (1 - (reach?.mean ?? 1) <= MISSED) return [];
  const { difference, interval, p } = figuresOf(setting, armAt("least cost, once", alpha), 1).againstTopOne;
  return [
    {
      sentence:
        "with one rollback, more recover than by going back to the most suspicious step, which misses more than a tenth of the mistakes.",
      ...verdict(difference > 0 && p < LEVEL, interval.upper > 0),
      measured: `${(100 * difference).toFixed(2)} points, p = ${p.toPrecision(2)}`,
    },
  ];
}

/**
 * The default's success less that of restarting at the same mean number of steps. Restarting with fewer rollbacks takes fewer steps; between two
 * numbers of rollbacks, restarting draws which one it is allowed.
 */
function atEqualSteps(
  { restarts }: SettingFigures,
  { steps, success }: Pick<ArmFigures, "steps" | "success">,
): { readonly difference: number; readonly steps: number } {
  const points = [{ steps: 0, success: 0 }, ...restarts];
  const upper = points.findIndex((point) => point.steps >= steps);
  const [low, high] = [points[Math.max(0, upper - 1)], points[upper === -1 ? points.length - 1 : upper]];
  if (low === undefined || high === undefined) return { difference: 0, steps };
  const share = high.steps === low.steps ? 1 : Math.min(1, (steps - low.steps) / (high.steps - low.steps));
  return { difference: success.mean - (low.success + share * (high.success - low.success)), steps };
}
