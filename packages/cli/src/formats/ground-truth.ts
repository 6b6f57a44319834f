/**
 * The right answer that stands beside a trajectory, in the field `groundTruth` of its line.
 *
 * @param line one JSON object, which was read before
 * @returns nothing where the field is absent, empty or no text
 */
export function groundTruthOf(line: string): { readonly groundTruth?: string } {
  const value: unknown = JSON.parse(line.replace(/^\uFEFF/, ""));
  if (typeof value !== "object" || value === null || !("groundTruth" in value)) return {};
  const { groundTruth } = value;
  return typeof groundTruth === "string" && groundTruth !== "" ? { groundTruth } : {};
}
