import type { Claim } from "../experiment.ts";
import type { Dimension, Measure, Series } from "./series.ts";
import { count, describeSeries } from "./growth-tables.ts";
import type { StateKind } from "./looping-graph.ts";

/** How much an operation may grow when what it works on grows tenfold, from the last size but one to the last. */
interface Rule {
  readonly operations: readonly string[];
  readonly dimension: Dimension;
  readonly state?: StateKind;
  readonly unit: Measure["unit"];
  /** 10 is linear, 1 is flat. */
  readonly most: number;
}

/** Linear, or n log n, which is 13.3 from 1,000 to 10,000, with room for a laden machine; a square would be 100. */
const LINEAR = 25;
/** Flat, with room; linear would be 10. */
const FLAT = 5;

/** The ratio to the bare run stays as it is, with room. */
const SAME = 1.6;
/** Listing all: each page makes a checkpointer without an index by time go through all checkpoints. */
const PAGED = 50;

const RULES: readonly Rule[] = [
  { operations: ["time of the bare run"], dimension: "steps", state: "bounded", unit: "times", most: SAME },
  { operations: ["bytes of the bare run"], dimension: "steps", unit: "times", most: SAME },
  {
    operations: ["reading, live", "reading, from checkpoints"],
    dimension: "steps",
    state: "bounded",
    unit: "milliseconds",
    most: LINEAR,
  },
  {
    operations: ["rewinding to an early step", "rewinding to a late step"],
    dimension: "steps",
    state: "bounded",
    unit: "milliseconds",
    most: FLAT,
  },
  {
    operations: ["attributing", "set, suffix", "set, interval", "set, list"],
    dimension: "steps",
    unit: "milliseconds",
    most: LINEAR,
  },
  {
    operations: ["listing a page of 50", "the inspector's first page of 50"],
    dimension: "threads",
    unit: "milliseconds",
    most: LINEAR,
  },
  { operations: ["listing all"], dimension: "threads", unit: "milliseconds", most: PAGED },
  {
    operations: ["history of one thread", "one more run"],
    dimension: "threads",
    unit: "milliseconds",
    most: FLAT,
  },
  {
    operations: [
      "calibrating",
      "first set of a calibration",
      "reading the calibration file",
      "evaluating 16 splits",
    ],
    dimension: "labels",
    unit: "milliseconds",
    most: LINEAR,
  },
  { operations: ["each set after it"], dimension: "labels", unit: "milliseconds", most: FLAT },
  { operations: ["calibration file"], dimension: "labels", unit: "bytes", most: 11 },
];

/** Bytes: the 16 MB that a recorder may hold, the names of the last tasks (4 MB), and room. */
const MOST_HELD = 30_000_000;

/** Claims about the growth of every operation. */
export const growthClaims = (series: readonly Series[]): readonly Claim[] => [
  ...RULES.flatMap((rule) =>
    series.filter((each) => isOf(each, rule)).map((each) => tenfoldClaim(each, rule.most)),
  ),
  ...series.filter(({ operation }) => operation === "held by the recorder").map(heldClaim),
];

const isOf = (series: Series, { operations, dimension, state, unit }: Rule): boolean =>
  operations.includes(series.operation) &&
  series.dimension === dimension &&
  series.unit === unit &&
  (state === undefined || series.state === state);

/** Of what would grow faster by one power of the size: a time that grows by less may only be that of a laden machine. */
const NEARLY = 0.8;

function tenfoldClaim(series: Series, most: number): Claim {
  const { growth, from, to } = lastGrowth(series);
  const faster = 10 ** Math.ceil(Math.log10(most));
  return {
    sentence: `${describeSeries(series)}: from ${count(from)} to ${count(to)} ${series.dimension} it grows at most ${most}-fold.`,
    holds: growth <= most,
    ...(growth > most && series.unit !== "bytes" && growth < NEARLY * faster ? { isOpen: true } : {}),
    measured: `${growth.toFixed(1)}-fold`,
  };
}

function heldClaim(series: Series): Claim {
  const most = Math.max(...series.points.map(({ value }) => value));
  const { to } = lastGrowth(series);
  return {
    sentence: `${describeSeries(series)}: at most ${MOST_HELD / 1e6} MB, up to ${count(to)} ${series.dimension}.`,
    holds: most <= MOST_HELD,
    measured: `${(most / 1e6).toFixed(1)} MB`,
  };
}

/** Growth over the last step in size. */
function lastGrowth({ points }: Series): {
  readonly growth: number;
  readonly from: number;
  readonly to: number;
} {
  const [from, to] = points.slice(-2);
  if (from === undefined || to === undefined) return { growth: NaN, from: NaN, to: NaN };
  return { growth: to.value / from.value, from: from.size, to: to.size };
}
