import type { SweepPoint } from "./sweep-point.ts";

/** One thing that is varied, while all else is as it is in the demo. */
export interface Sweep {
  readonly title: string;
  readonly values: readonly { readonly label: string; readonly point: SweepPoint }[];
}

/** The demo's agent, as the examples set it, with the default miss rate of the demo. */
const BASE: Omit<SweepPoint, "test"> = {
  system: "team",
  rates: {},
  alpha: 0.1,
  calibrate: 100,
  scorer: { noise: 0, hint: 0 },
  fit: 100,
  seed: 1,
};

/** Before it is known how many failed runs are tried. */
interface PlannedSweep {
  readonly title: string;
  readonly values: readonly { readonly label: string; readonly point: Omit<SweepPoint, "test"> }[];
}

const varied = <Value>(
  title: string,
  values: readonly Value[],
  change: (value: Value) => Partial<SweepPoint>,
  label: (value: Value) => string = String,
): PlannedSweep => ({
  title,
  values: values.map((value) => ({ label: label(value), point: { ...BASE, ...change(value) } })),
});

const SCORERS = [
  { name: "noise alone", noise: 30, hint: 0 },
  { name: "the local scorer with noise 2", noise: 2, hint: 0 },
  { name: "with noise 1", noise: 1, hint: 0 },
  { name: "the local scorer", noise: 0, hint: 0 },
  { name: "with a hint of 1", noise: 0, hint: 1 },
  { name: "with a hint of 3", noise: 0, hint: 3 },
] as const;

/** Actors of chains; a run has twice as many steps. */
const CHAINS = [3, 6, 12, 25, 50];

const AFRESH = "A step that runs again errs afresh";

const PLANNED: readonly PlannedSweep[] = [
  varied("Miss rate alpha", [0.05, 0.1, 0.2, 0.3, 0.5], (alpha) => ({ alpha })),
  varied("Failures that calibrate", [10, 25, 50, 100, 200, 400], (calibrate) => ({ calibrate })),
  varied(
    "Scorer",
    SCORERS,
    ({ noise, hint }) => ({ scorer: { noise, hint } }),
    ({ name }) => name,
  ),
  varied(AFRESH, [0.01, 0.02, 0.03, 0.05, 0.08], (error) => ({
    rates: { error },
  })),
  varied("A mistake is repeated under a note that does not show it", [0.5, 0.7, 0.9, 1], (repeatUnseen) => ({
    rates: { repeatUnseen },
  })),
  varied("A mistake is repeated although the note shows it", [0.05, 0.1, 0.2, 0.35, 0.5], (repeatShown) => ({
    rates: { repeatShown },
  })),
  varied(
    "Steps of a run: a MacNet chain of 3 to 50 actors",
    CHAINS,
    (chain) => ({ chain }),
    (chain) => String(2 * chain),
  ),
];

/** All sweeps, in the order of the document. @param test failed runs that are tried at each point */
export const sweepsOf = (test: number): readonly Sweep[] =>
  PLANNED.map(({ title, values }) => ({
    title,
    values: values.map(({ label, point }) => ({ label, point: { ...point, test } })),
  }));

/** The same with so few failures that it takes seconds: the ends of the sweep over the rate of errors. */
export const QUICK_SWEEPS: readonly Sweep[] = sweepsOf(30)
  .filter(({ title }) => title === AFRESH)
  .map(({ title, values }) => ({
    title,
    values: [values[1], values[3]].flatMap((value) =>
      value === undefined ? [] : [{ label: value.label, point: { ...value.point, fit: 40, calibrate: 40 } }],
    ),
  }));
