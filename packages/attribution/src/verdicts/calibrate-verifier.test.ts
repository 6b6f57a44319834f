import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { seededRandom } from "../conformal/index.ts";
import { afterAll, describe, expect, it } from "vitest";

import {
  calibrateVerifier,
  caughtShare,
  type LabelledVerdict,
  readVerifierCalibration,
  rejectionOf,
  verifierDrift,
  writeVerifierCalibration,
} from "../index.ts";
import { parseVerifierCalibration } from "./verifier-calibration.ts";

const folder = await mkdtemp(path.join(tmpdir(), "verifier-calibration-"));
afterAll(() => rm(folder, { recursive: true }));

const right = (scores: readonly number[], group?: string): readonly LabelledVerdict[] =>
  scores.map((score) => ({ score, right: true, ...(group === undefined ? {} : { group }) }));
const tenths = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const wrong: readonly LabelledVerdict[] = [0.05, 0.15, 0.35].map((score) => ({ score, right: false }));

describe("calibrateVerifier", () => {
  it("rejects below the lowest of nine right runs at epsilon 0.1, and says what that promises", () => {
    const calibration = calibrateVerifier([...right(tenths), ...wrong], {
      verifier: "judge-1",
      epsilon: 0.1,
    });
    expect(calibration).toMatchObject({ verifierFingerprint: "judge-1", epsilon: 0.1, n: 9 });
    expect(rejectionOf(calibration)).toMatchObject({
      below: 0.1,
      level: 0.9,
      guarantee: "exact",
      reason: "Runs that score below 0.1 are rejected; of right runs at most 10 % are (n = 9).",
    });
  });

  it("rejects nothing with too few right runs, and says how many it takes", () => {
    const rejection = rejectionOf(calibrateVerifier(right(tenths), { verifier: "judge-1" }));
    expect(rejection).toMatchObject({
      below: -Infinity,
      trivial: { needed: 19 },
      reason: "No run is rejected, as 9 right runs are labelled, and epsilon 0.05 needs 19.",
    });
  });

  it("gives the threshold at any other epsilon", () => {
    const calibration = calibrateVerifier(right(tenths), { verifier: "judge-1" });
    expect(rejectionOf(calibration, { epsilon: 0.2 }).below).toBe(0.2);
    expect(rejectionOf(calibration, { epsilon: 0 }).reason).toBe("No run is rejected, as epsilon 0 asks.");
  });

  it("tells how many wrong runs it catches, with an interval", () => {
    const calibration = calibrateVerifier([...right(tenths), ...wrong], {
      verifier: "judge-1",
      epsilon: 0.2,
    });
    expect(caughtShare(calibration)).toMatchObject({ wrong: 3, caught: 2 });
    expect(caughtShare(calibration, 0.1)).toMatchObject({ caught: 1 });
    expect(caughtShare(calibrateVerifier(right(tenths), { verifier: "judge-1" }))).toBeUndefined();
  });

  it("keeps groups apart, and lets a small one reject nothing unless it may take the threshold of all", () => {
    const verdicts = [...right(tenths, "short"), ...right([0.01, 0.02], "long")];
    const apart = calibrateVerifier(verdicts, { verifier: "judge-1", epsilon: 0.1, groups: true });
    expect(rejectionOf(apart, { group: "short" }).below).toBe(0.1);
    expect(rejectionOf(apart, { group: "long" })).toMatchObject({
      below: -Infinity,
      guarantee: "exact",
      reason: 'Group "long": No run is rejected, as 2 right runs are labelled, and epsilon 0.1 needs 9.',
    });
    expect(rejectionOf(apart, { group: "new" }).below).toBe(-Infinity);
    const pooled = calibrateVerifier(verdicts, {
      verifier: "judge-1",
      epsilon: 0.1,
      groups: true,
      smallGroups: "pooled",
    });
    expect(rejectionOf(pooled, { group: "long" })).toMatchObject({ below: 0.01, guarantee: "approximate" });
    const together = calibrateVerifier(verdicts, { verifier: "judge-1", epsilon: 0.1 });
    expect(together.verdicts[0]).not.toHaveProperty("group");
  });

  it("refuses what it could not read back", () => {
    const calibrate = (score: number) => () => calibrateVerifier(right([score]), { verifier: "judge-1" });
    expect(calibrate(Number.NaN)).toThrow(/`verdicts\[0\]\.score`/);
    expect(calibrate(Infinity)).toThrow(expect.objectContaining({ code: "CALIBRATION_FORMAT" }));
    expect(() => calibrateVerifier([], { verifier: "" })).toThrow(/`verifierFingerprint`/);
    expect(() => calibrateVerifier([], { verifier: "judge-1", epsilon: 1 })).toThrow(/`epsilon`/);
  });
});

describe("the file of a verifier's calibration", () => {
  it("is read as it was written", async () => {
    const file = path.join(folder, "verifier.json");
    const calibration = calibrateVerifier([...right(tenths, "a"), ...wrong], {
      verifier: { fingerprint: "judge-1" },
      delta: 0.1,
      groups: true,
    });
    await writeVerifierCalibration(file, calibration);
    expect(await readVerifierCalibration(file)).toEqual(calibration);
  });

  it("is refused if somebody has taken a right run out of it, and if it is of another kind", async () => {
    const file = path.join(folder, "edited.json");
    const { verdicts, ...calibration } = calibrateVerifier(right(tenths), { verifier: "judge-1" });
    await writeFile(file, JSON.stringify({ ...calibration, verdicts: verdicts.slice(1) }));
    await expect(readVerifierCalibration(file)).rejects.toThrow(
      "Calibration, `n`: expected 8, the number of right runs, got 9.",
    );
    const other = (await readFile(file, "utf8")).replace("verifier-calibration", "calibration");
    expect(() => parseVerifierCalibration(other)).toThrow(/`format`/);
    expect(() => parseVerifierCalibration("{")).toThrow(/one JSON object/);
  });
});

describe("verifierDrift", () => {
  const random = seededRandom(3);
  const drawn = (n: number, shift = 0): readonly LabelledVerdict[] =>
    Array.from({ length: n }, () => ({ score: random() - shift, right: true, draw: random() }));
  const calibration = calibrateVerifier(drawn(100), { verifier: "judge-1" });

  it("finds that right runs score worse than those calibrated on", () => {
    const { direction, evidence } = verifierDrift(calibration, drawn(60, 0.3));
    expect(direction).toBe("harder");
    expect(evidence).toBeGreaterThan(20);
  });

  it("finds nothing in right runs of the same kind, whatever wrong runs score", () => {
    const others = wrong.map((verdict) => ({ ...verdict, score: -100 }));
    expect(verifierDrift(calibration, [...others, ...drawn(60)]).evidence).toBeLessThan(20);
  });
});
