import { share } from "../../documents/table.ts";
import type { Claim } from "../experiment.ts";
import type { LearningFigures, SpanFigures } from "./learning-figures.ts";

/** How far a figure may lie on the wrong side before it refutes anything, in standard errors over sequences. */
const ERRORS = 3;
/** Points of recovery that learning may cost. */
const POINTS = 0.03;

/** Aims of steps by those of restarting: of the first hundred and the third by retries alone, and of the second with replays. */
const AIMS: Readonly<Record<string, { readonly third: number; readonly replays: number }>> = {
  team: { third: 0.92, replays: 0.8 },
  support: { third: 0.88, replays: 0.72 },
};
const FIRST = 1.05;

/** Sentences of the documentation about agents that learn from nothing. */
export function learningClaims(figures: readonly LearningFigures[]): readonly Claim[] {
  return figures.flatMap(({ replays, retries, system }) => {
    const aims = AIMS[system];
    if (aims === undefined) return [];
    const aimed: readonly (readonly [string, SpanFigures | undefined, number | undefined])[] = [
      ["by retries alone", spanned(retries, 1, 100), FIRST],
      ["by retries alone", spanned(retries, 101, 200), undefined],
      ["by retries alone", spanned(retries, 201, 300), aims.third],
      ["with replays", spanned(replays, 1, 100), undefined],
      ["with replays", spanned(replays, 101, 200), aims.replays],
    ];
    return aimed.flatMap(([how, figure, most]) =>
      figure === undefined
        ? []
        : [
            ...(most === undefined ? [] : [stepsClaim(`${system}, ${how}`, figure, most)]),
            recoveredClaim(`${system}, ${how}`, figure),
          ],
    );
  });
}

const spanned = <Each extends SpanFigures>(
  figures: readonly Each[],
  first: number,
  last: number,
): Each | undefined => figures.find(({ span }) => span[0] === first && span[1] === last);

const stepsClaim = (what: string, { span, steps }: SpanFigures, most: number): Claim =>
  claim(
    `${what}: over failures ${span.join(" to ")} rollbacks execute at most ${share(most)} of restarting's steps.`,
    most - steps.mean,
    steps,
  );

const recoveredClaim = (what: string, { recovered, span }: SpanFigures): Claim =>
  claim(
    `${what}: over failures ${span.join(" to ")} at most three points fewer failed runs are recovered than by restarting.`,
    recovered.mean + POINTS,
    recovered,
  );

function claim(sentence: string, margin: number, measured: SpanFigures["steps"]): Claim {
  const holds = margin >= 0;
  const isRefuted = margin < -ERRORS * measured.standardError;
  return {
    sentence,
    holds,
    ...(holds || isRefuted ? {} : { isOpen: true }),
    measured: `${share(measured.mean, 3)} ± ${share(measured.standardError, 3)}`,
  };
}
