import type { Claim } from "../experiment.ts";
import { type AlarmFigures, type AlphaFigures, SMALL } from "./alarm-figures.ts";
import { ALPHA } from "./learn-alarm.ts";

/** Standard errors beyond which chance does not reach. */
const BEYOND = 3;
/** Points of a hundred by which fewer or more runs may end right. */
const WITHIN = 2;

/** Sentences about the alarm of an agent. None of them says that it pays. */
export const alarmClaims = (figures: readonly AlarmFigures[]): readonly Claim[] =>
  figures.flatMap(({ alphas, runs, system, unforetold }): readonly Claim[] => {
    const above = alphas.map(
      ({ alpha, rightStopped: { mean, standardError } }) => (mean - alpha) / standardError,
    );
    const most = Math.max(...above);
    const atAlpha = alphas.find(({ alpha }) => alpha === ALPHA);
    const points = 100 * (atAlpha?.right.mean ?? 0);
    const { lower, upper } = atAlpha?.right.interval ?? { lower: 0, upper: 0 };
    const isNear = Math.abs(points) <= WITHIN;
    return [
      {
        sentence: `${system}: at each alpha at most a share alpha of the right first attempts is stopped, within ${BEYOND} standard errors.`,
        holds: most <= BEYOND,
        measured: `the one furthest above is so by ${Math.max(0, most).toFixed(1)} standard errors`,
      },
      {
        sentence: `${system}: at alpha ${ALPHA} as many runs end right as without the alarm, within ${WITHIN} points.`,
        holds: isNear,
        ...(!isNear && 100 * lower <= WITHIN && 100 * upper >= -WITHIN ? { isOpen: true } : {}),
        measured: `${points.toFixed(2)} points`,
      },
      {
        sentence: `${system}: at alpha ${ALPHA} the runs that are stopped are those that the scores of their steps foretell.`,
        holds: unforetold === 0,
        measured: `${unforetold} of ${runs} runs are not`,
      },
      ...alphas.flatMap((each) => adviceClaim(system, each)),
    ];
  });

/** Nothing is claimed where the change of steps may be none. */
function adviceClaim(
  system: string,
  { alpha, smallPilots: { off, on, unknown }, steps: { interval } }: AlphaFigures,
): readonly Claim[] {
  if (interval.lower <= 0 && interval.upper >= 0) return [];
  const [isSaving, wrong] = interval.upper < 0 ? ["saves", off] : ["costs", on];
  return [
    {
      sentence: `${system}: at alpha ${alpha}, where the alarm ${isSaving} steps, no pilot of ${SMALL} runs advises the reverse.`,
      holds: wrong === 0,
      measured: `${on} advise it, ${off} advise against it, ${unknown} do not know`,
    },
  ];
}
