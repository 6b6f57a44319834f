/** How much the demo runs unless it is told. A real model costs money, so it makes far fewer runs. */
export const DEMO_DEFAULTS = {
  simulated: { problems: 200, calibrate: 400 },
  real: { problems: 10, calibrate: 20 },
  seed: 1,
  alpha: 0.1,
} as const;

/** More would take hours. */
export const MOST_RUNS = 20_000;
