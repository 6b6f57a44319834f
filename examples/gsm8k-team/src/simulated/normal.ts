import type { Draw } from "@langgraph-rollback/example-simulation";

/** A standard normal number from two draws (Box and Muller). */
export function normal(draw: Draw, label: string): number {
  const radius = Math.sqrt(-2 * Math.log(1 - draw(`${label} radius`)));
  return radius * Math.cos(2 * Math.PI * draw(`${label} angle`));
}

/** Terms after which the series adds nothing to a double, for |z| up to 8. */
const TERMS = 200;

/** Probability that a standard normal number is below z, by its power series. */
export function normalBelow(z: number): number {
  if (Math.abs(z) > 8) return z > 0 ? 1 : 0;
  let [term, sum] = [z, z];
  for (let k = 1; k < TERMS; k += 1) {
    term *= (z * z) / (2 * k + 1);
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}
