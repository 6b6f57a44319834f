import type { Variant } from "../../failures/variant.ts";
import { ROLLBACKS } from "../../arms/rollback-arms.ts";
import type { Claim } from "../experiment.ts";
import { figuresOf, type SettingFigures } from "./setting-figures.ts";
import { armAt } from "./tried-failure.ts";

/** Steps redone, of those of restarting, at the most. */
const MOST_STEPS: Readonly<Record<Variant, number>> = { left: 0.92, uniform: 0.82, mid: 0.75, right: 0.58 };
/** Points of a hundred by which fewer runs may recover than by restarting. */
const FEWER_POINTS = 2.5;
/** Share of the mistakes that going back to the most suspicious step has to miss for the default to be better. */
const MISSED = 0.1;
const LEVEL = 0.05;

/** What is claimed of the default policy in every setting. */
export const rollbackClaims = (settings: readonly SettingFigures[], alpha: number): readonly Claim[] =>
  settings.flatMap((setting) => claimsOf(setting, alpha));

function claimsOf(setting: SettingFigures, alpha: number): readonly Claim[] {
  const { system, variant } = setting;
  const where = `${system}, ${variant}, alpha ${alpha}`;
  const byDefault = figuresOf(setting, armAt("least cost", alpha), ROLLBACKS);
  const once = figuresOf(setting, armAt("least cost, once", alpha), 1);
  const topOne = figuresOf(setting, "top one", 1);
  const { reach, stepsOfRestart, againstRestart } = byDefault;
  const least = 1 - alpha - 2 * (reach?.standardError ?? 0);
  const points = 100 * againstRestart.difference;
  const single = equalSteps(setting, alpha);
  const isBehind = 1 - (topOne.reach?.mean ?? 1) > MISSED;
  return [
    {
      sentence: `${where}: the first start lies at or before the mistake in at least 1 - alpha of the failed runs, within two standard errors.`,
      holds: (reach?.mean ?? 0) >= least,
      measured: `${(reach?.mean ?? 0).toFixed(3)}, at least ${least.toFixed(3)}`,
    },
    {
      sentence: `${where}: with as many rollbacks, at most ${FEWER_POINTS} points fewer recover than by restarting with the trace.`,
      holds: points >= -FEWER_POINTS,
      measured: `${points.toFixed(2)} points`,
    },
    {
      sentence: `${where}: for as many steps, more recover than by restarting.`,
      holds: single.difference > 0,
      measured: `${(100 * single.difference).toFixed(2)} points at ${single.steps.toFixed(2)} steps a run`,
    },
    {
      sentence: `${where}: the steps redone are at most ${MOST_STEPS[variant]} of restarting's.`,
      holds: stepsOfRestart <= MOST_STEPS[variant],
      measured: stepsOfRestart.toFixed(3),
    },
    ...(isBehind
      ? [
          {
            sentence: `${where}: with one rollback, more recover than by going back to the most suspicious step, which misses more than a tenth of the mistakes.`,
            holds: once.againstTopOne.difference > 0 && once.againstTopOne.p < LEVEL,
            measured: `${(100 * once.againstTopOne.difference).toFixed(2)} points, p = ${once.againstTopOne.p.toPrecision(2)}`,
          },
        ]
      : []),
  ];
}

/**
 * The default's success less that of restarting at the same mean number of steps. Restarting with fewer rollbacks takes fewer steps; between two
 * numbers of rollbacks, restarting draws which one it is allowed.
 */
function equalSteps(
  setting: SettingFigures,
  alpha: number,
): { readonly difference: number; readonly steps: number } {
  const { success, steps } = figuresOf(setting, armAt("least cost", alpha), ROLLBACKS);
  const points = [{ steps: 0, success: 0 }, ...setting.restarts];
  const upper = points.findIndex((point) => point.steps >= steps);
  const [low, high] = [points[Math.max(0, upper - 1)], points[upper === -1 ? points.length - 1 : upper]];
  if (low === undefined || high === undefined) return { difference: 0, steps };
  const share = high.steps === low.steps ? 1 : Math.min(1, (steps - low.steps) / (high.steps - low.steps));
  return { difference: success.mean - (low.success + share * (high.success - low.success)), steps };
}
