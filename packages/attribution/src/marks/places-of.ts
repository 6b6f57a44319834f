import { stepFeatures } from "../features/feature-set.ts";

/**
 * Features of the steps of a run of which nothing but the length is known.
 *
 * @param names of features of position, shape [f]
 * @returns shape [length, f]
 */
export function placesOf(length: number, names: readonly string[]): readonly (readonly number[])[] {
  const steps = Array.from({ length }, (_, index) => ({ index, agent: "", content: "" }));
  return stepFeatures({ task: "", steps }, names);
}
