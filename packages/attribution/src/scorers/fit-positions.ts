import { positionBin, type PositionRuler } from "./position-scorer.ts";
import type { PositionModel } from "./scorer-model.ts";

/** A run of so many steps, and which of them was decisive, 0-based. */
export interface MistakePlace {
  readonly length: number;
  readonly step: number;
}

const BINS: Readonly<Record<PositionRuler, number>> = { relative: 10, fromStart: 12, fromEnd: 12 };
/** Labels' worth of belief, in each bin, that errors are spread evenly. */
const PRIOR = 2;

/**
 * Rates of decisive steps by their place: by tenths of the trajectory, by distance from its start and from its end. Each is the number of
 * decisive steps against the number that an even spread would have put there, smoothed.
 */
export function fitPositions(places: readonly MistakePlace[]): PositionModel {
  return {
    kind: "position",
    relative: rates(places, "relative"),
    fromStart: rates(places, "fromStart"),
    fromEnd: rates(places, "fromEnd"),
  };
}

function rates(places: readonly MistakePlace[], ruler: PositionRuler): readonly number[] {
  const bins = BINS[ruler];
  const seen = Array.from({ length: bins }, () => 0);
  const expected = Array.from({ length: bins }, () => 0);
  for (const { length, step } of places) {
    add(seen, positionBin(ruler, step, length, bins), 1);
    for (let index = 0; index < length; index += 1)
      add(expected, positionBin(ruler, index, length, bins), 1 / length);
  }
  const even = expected.map((value) => value + PRIOR);
  return blur(seen.map((value) => value + PRIOR)).map((value, bin) => value / (blur(even)[bin] ?? 1));
}

/** Each bin shares half of itself with its neighbours; the ends keep what would fall off. */
function blur(values: readonly number[]): readonly number[] {
  return values.map(
    (value, bin) => 0.25 * (values[bin - 1] ?? value) + 0.5 * value + 0.25 * (values[bin + 1] ?? value),
  );
}

function add(totals: number[], bin: number, amount: number): void {
  totals[bin] = (totals[bin] ?? 0) + amount;
}
