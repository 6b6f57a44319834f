/** Names of all methods, in the order of tables. The one list of them. */
export const CONFORMAL_METHODS = [
  "vanilla",
  "vanilla-raw",
  "crsvp",
  "crsvp-raw",
  "left",
  "right",
  "two-way",
  "interval",
  "suffix",
  "prefix",
  "list",
] as const;

/**
 * How a step's nonconformity follows from the step scores, and so which shape the sets have.
 *
 * - `vanilla`: any steps, contiguous or not, the most suspicious first
 * - `left`: a suffix (filters from the left); `right`: a prefix; `two-way`: their intersection
 * - `crsvp`: a block of 1, 2, 4, 8, ... steps around the most suspicious one; needs a `draw` a trajectory
 * - `vanilla-raw`, `crsvp-raw`: the same two on the scores as they are, as the paper has them, not on shares
 * - `interval`, `suffix`, `prefix`: a range of that shape, by density ratio
 * - `list`: any steps, by density ratio; a short list for people
 */
export type ConformalMethod = (typeof CONFORMAL_METHODS)[number];
