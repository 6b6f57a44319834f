import { scaleLinear } from "d3-scale";

/** Units by the longest time that they are for. */
const UNITS = [
  { below: 1000, ms: 1, name: "ms" },
  { below: 120_000, ms: 1000, name: "s" },
  { below: 7_200_000, ms: 60_000, name: "min" },
  { below: Infinity, ms: 3_600_000, name: "h" },
] as const;

/** A place on an axis of time. */
export interface TimeTick {
  /** Milliseconds. */
  readonly at: number;
  readonly words: string;
}

/** Round times from 0 on, in one unit: "0", "20 min", "40 min". */
export function timeTicks(ms: number, count: number): readonly TimeTick[] {
  const { ms: unit, name } = UNITS.find(({ below }) => ms < below) ?? UNITS[0];
  return scaleLinear([0, Math.max(1, ms) / unit], [0, 1])
    .ticks(count)
    .map((value) => ({
      at: value * unit,
      words: value === 0 ? "0" : `${value.toLocaleString("en")} ${name}`,
    }));
}
