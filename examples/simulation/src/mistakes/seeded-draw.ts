import { createHash } from "node:crypto";

/** A number in [0, 1) for a label; the same label always gives the same number. */
export type Draw = (label: string) => number;

/** Draws that depend on nothing but the key and the label: neither on the order of calls nor on the process. */
export function seededDraw(...key: readonly (string | number)[]): Draw {
  const prefix = JSON.stringify(key);
  return (label) => createHash("sha256").update(prefix).update(label).digest().readUIntBE(0, 6) / 2 ** 48;
}

/** One of the choices, all alike likely; undefined when there are none. */
export function pick<T>(choices: readonly T[], draw: Draw, label: string): T | undefined {
  return choices[Math.floor(draw(label) * choices.length)];
}
