import { round } from "../problems/arithmetic.ts";
import { type Draw, pick } from "./seeded-draw.ts";

/** A figure as somebody writes it down wrongly: a digit off, two digits swapped, a zero too many. Never the same, never below 0. */
export function mistakenFigure(value: number, draw: Draw): number {
  const wrong = candidates(value)
    .map(round)
    .filter((figure) => figure > 0 && figure !== value);
  return pick([...new Set(wrong)], draw, "figure") ?? value + 1;
}

function candidates(value: number): readonly number[] {
  const off =
    value >= 1000
      ? [100, 10, 1]
      : value >= 20
        ? [10, 2, 1]
        : value >= 3
          ? [2, 1]
          : value >= 1
            ? [1, 0.5]
            : [value / 2];
  return [...off.flatMap((by) => [value - by, value + by]), ...swapped(value), value * 10];
}

/** The number with two neighbouring digits swapped, once for each pair. */
function swapped(value: number): readonly number[] {
  const digits = String(value);
  return digits.split("").flatMap((_, at) => {
    const [first, second] = [digits[at], digits[at + 1]];
    const bothDigits = /^\d{2}$/.test(`${first ?? ""}${second ?? ""}`) && !(at === 0 && second === "0");
    return bothDigits ? [Number(`${digits.slice(0, at)}${second}${first}${digits.slice(at + 2)}`)] : [];
  });
}
