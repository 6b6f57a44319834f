/** How many random programs are run: EFFECT_RUNS, else those of `npm test`. */
export const effectRuns = (few: number): number => Number(process.env["EFFECT_RUNS"] ?? few);
