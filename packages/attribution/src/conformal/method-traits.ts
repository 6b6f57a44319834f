import type { ConformalMethod } from "./conformal-method.ts";

/** Whether a method needs a `draw` a trajectory. */
export function isDrawn(method: string): boolean {
  return method === "crsvp" || method === "crsvp-raw";
}

/** Whether sets of a method need not be ranges. */
export function mayHaveGaps(method: ConformalMethod): boolean {
  return method === "vanilla" || method === "vanilla-raw" || method === "list";
}
