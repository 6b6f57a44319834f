import { gunzipSync, gzipSync } from "node:zlib";

import type { Claim } from "../experiments/experiment.ts";

/** A finding of an experiment, with its seed and its commit. */
export interface KeptMeasurement {
  readonly experiment: string;
  readonly seed: number;
  /** Of the code, as git names it. */
  readonly commit: string;
  readonly claims: readonly Claim[];
  /** All tables. */
  readonly markdown: string;
  readonly figures: unknown;
}

/** Place of the byte of a gzip header that names the system which packed it, and its value for an unknown one (RFC 1952). */
const [SYSTEM_AT, UNKNOWN_SYSTEM] = [9, 255];

/** Findings as one file: JSON with a line for each of them, by name, compressed. Equal findings are equal bytes on one version of Node, whenever and wherever they are packed. */
export function packMeasurements(findings: readonly KeptMeasurement[]): Uint8Array {
  const lines = findings
    .toSorted((one, other) => (one.experiment < other.experiment ? -1 : 1))
    .map(({ claims, commit, experiment, figures, markdown, seed }) =>
      JSON.stringify({ experiment, seed, commit, claims, markdown, figures }),
    );
  const archive = gzipSync(`[\n${lines.join(",\n")}\n]\n`, { level: 9 });
  archive[SYSTEM_AT] = UNKNOWN_SYSTEM;
  return archive;
}

/** The findings of a packed file. */
export function unpackMeasurements(archive: Uint8Array): readonly KeptMeasurement[] {
  const findings: readonly KeptMeasurement[] = JSON.parse(gunzipSync(archive).toString("utf8"));
  return findings;
}

/** Findings of which one experiment's is written anew. */
export const withMeasurement = (
  findings: readonly KeptMeasurement[],
  written: KeptMeasurement,
): readonly KeptMeasurement[] => [
  ...findings.filter(({ experiment }) => experiment !== written.experiment),
  written,
];

/** The finding of an experiment. @throws {RangeError} if there is none */
export function findingOf(findings: readonly KeptMeasurement[], name: string): KeptMeasurement {
  const found = findings.find(({ experiment }) => experiment === name);
  if (found === undefined)
    throw new RangeError(`Expected figures of "${name}" in the archive, got none: \`--write\` keeps them.`);
  return found;
}
