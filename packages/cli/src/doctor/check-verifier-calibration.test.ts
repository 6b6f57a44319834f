import {
  calibrateVerifier,
  type LabelledVerdict,
  writeVerifierCalibration,
} from "@langgraph-rollback/attribution";
import { beforeAll, describe, expect, it } from "vitest";

import { labelJudged, recordJudged } from "../fixtures/judged-database.ts";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { sqlite } from "../fixtures/sqlite.ts";
import type { Diagnosis } from "./diagnosis.ts";

const { at, file } = await scratchFolder();
const db = at("runs.sqlite");
const labels = at("runs.labels.jsonl");

const RUNS = 12;

/** So many right runs with scores spread over [from, from + 1). */
const rightRuns = (count: number, from: number, more: Partial<LabelledVerdict> = {}): LabelledVerdict[] =>
  Array.from({ length: count }, (_, index) => ({
    score: from + index / count,
    right: true,
    draw: (index + 0.25) / count,
    ...more,
  }));

async function calibrated(
  name: string,
  verdicts: readonly LabelledVerdict[],
  {
    verifier = "judge-1",
    ...options
  }: Partial<Omit<Parameters<typeof calibrateVerifier>[1], "verifier">> & { verifier?: string } = {},
): Promise<string> {
  await writeVerifierCalibration(
    at(name),
    calibrateVerifier(verdicts, { verifier, epsilon: 0.1, ...options }),
  );
  return at(name);
}

async function doctor(...args: readonly string[]) {
  const { code, out, err } = await runHere(["doctor", "--json", "--project", at("no-project"), ...args]);
  const { diagnoses }: { diagnoses: readonly Diagnosis[] } = out === "" ? { diagnoses: [] } : JSON.parse(out);
  const own = diagnoses.filter(({ check }) => check === "verifier");
  const codes = own.flatMap((diagnosis) => (diagnosis.level === "ok" ? [] : [diagnosis.code]));
  const promises = diagnoses.flatMap(({ check, message }) => (check === "promises" ? [message] : []));
  return { code, err, codes, promises, messages: own.map(({ message }) => message).join("\n") };
}

describe("doctor --verifier-calibration", () => {
  it("says what the calibration bounds", async () => {
    const { code, codes, messages, promises } = await doctor(
      "--verifier-calibration",
      await calibrated("sound.json", rightRuns(9, 0)),
    );
    expect({ code, codes }).toEqual({ code: 0, codes: [] });
    expect(messages).toBe('The calibration of "judge-1" rejects runs by their scores: 9 right runs.');
    expect(promises).toEqual(["Promised: at most 10 % of right runs are touched (n = 9, exact)."]);
  });

  it("warns where there are too few right runs, also of one group, and where epsilon is 0", async () => {
    const few = await calibrated("few.json", rightRuns(8, 0));
    expect(await doctor("--verifier-calibration", few)).toMatchObject({
      code: 0,
      codes: ["VERIFIER_CALIBRATION_TOO_SMALL"],
      messages: expect.stringContaining("8 right runs are labelled, and epsilon 0.1 needs 9"),
    });
    const groups = [...rightRuns(9, 0, { group: "a" }), ...rightRuns(2, 0, { group: "b" })];
    const grouped = await calibrated("grouped.json", groups, { groups: true });
    expect(await doctor("--verifier-calibration", grouped)).toMatchObject({
      codes: ["VERIFIER_CALIBRATION_TOO_SMALL"],
      messages: expect.stringContaining('Group "b"'),
    });
    const none = await calibrated("none.json", rightRuns(9, 0), { epsilon: 0 });
    expect((await doctor("--verifier-calibration", none)).codes).toEqual(["VERIFIER_CALIBRATION_TOO_SMALL"]);
  });

  it("says what is accepted after a failure, and warns where no gamma is chosen or nothing is accepted", async () => {
    const tasks = rightRuns(9, 0.1).map(({ score }) => [{ score, right: false }]);
    const retriesAt = (gamma?: number) => ({
      retries: { below: 0, maxRetries: 1, tasks, ...(gamma === undefined ? {} : { gamma }) },
    });
    const examined = async (name: string, gamma?: number) =>
      doctor("--verifier-calibration", await calibrated(name, rightRuns(9, 0), retriesAt(gamma)));
    const chosen = await examined("gamma.json", 0.2);
    expect(chosen.codes).toEqual([]);
    expect(chosen.messages).toContain("20 % end with a wrong result accepted (n = 9)");
    expect(chosen.promises[0]).toContain(
      "; at most 20 % of wrong runs that are rejected end with a wrong result accepted (n = 9, exact).",
    );
    expect(await examined("open.json")).toMatchObject({
      codes: ["RETRIES_WITHOUT_GAMMA"],
      messages: expect.stringContaining("has retries of 9 tasks, and no gamma is chosen"),
    });
    const few = await examined("few-tasks.json", 0.05);
    expect(few).toMatchObject({
      codes: ["RETRIES_ACCEPT_NOTHING"],
      messages: expect.stringContaining("9 tasks were retried, and gamma 0.05 needs 19"),
    });
    expect(few.promises[0]).toContain("Not yet: no result is accepted after a failure");
  });

  it("faults a file that is none, or is not there", async () => {
    for (const name of [
      await file("other.json", `{"format":"langgraph-rollback/calibration"}`),
      at("gone.json"),
    ])
      expect(await doctor("--verifier-calibration", name)).toMatchObject({
        code: 1,
        codes: ["VERIFIER_CALIBRATION_UNREADABLE"],
      });
  });

  it("refuses labels without the runs that they are about", async () => {
    expect(await doctor("--labels", labels)).toMatchObject({
      code: 2,
      err: expect.stringContaining("`--db`"),
    });
  });
});

describe.skipIf(sqlite.open === undefined)(`doctor --verifier-calibration --db${sqlite.missing}`, () => {
  beforeAll(async () => {
    const saver = sqlite.open?.(db);
    if (saver === undefined) return;
    await recordJudged(
      saver,
      Array.from({ length: RUNS }, (_, run) => run / RUNS),
      "judge-1",
    );
  });

  const examine = (calibration: string, ...more: readonly string[]) =>
    doctor("--db", db, "--verifier-calibration", calibration, ...more);

  it("finds nothing to say where the verifier of the latest run is its own, and nothing is labelled", async () => {
    const { codes, messages } = await examine(await calibrated("own.json", rightRuns(20, 0)));
    expect(codes).toEqual([]);
    expect(messages).not.toContain("labelled and not in");
  });

  it("warns where another verifier judges", async () => {
    const other = await calibrated("judge-2.json", rightRuns(20, 0), { verifier: "judge-2" });
    const { codes, messages } = await examine(other);
    expect(codes).toEqual(["VERIFIER_CALIBRATION_OF_OTHER"]);
    expect(messages).toContain('was judged by the verifier "judge-1", and the calibration is of "judge-2"');
  });

  it("warns where right runs that were labelled since score otherwise, and says which way", async () => {
    await labelJudged(db, labels, () => true);
    const alike = await examine(await calibrated("alike.json", rightRuns(40, 0)));
    expect(alike.codes).toEqual([]);
    expect(alike.messages).toContain(
      `Of ${RUNS} right runs that are labelled and not in the verifier's calibration`,
    );
    const lower = await examine(await calibrated("higher.json", rightRuns(40, 5)));
    expect(lower.codes).toEqual(["VERIFIER_DRIFT"]);
    expect(lower.messages).toContain("it rejects more right runs than promised");
    const higher = await examine(await calibrated("lower.json", rightRuns(40, -5)));
    expect(higher.messages).toContain("it rejects fewer runs than it could");
  });

  it("does not hold the runs that the calibration was learnt from against it", async () => {
    const out = at("learnt.json");
    const learnt = ["--verifier", "judge-1", "--db", db, "--epsilon", "0.1", "--out", out];
    expect(await runHere(["calibrate", ...learnt])).toMatchObject({ code: 0 });
    const { codes, messages } = await examine(out);
    expect(codes).toEqual([]);
    expect(messages).not.toContain("labelled and not in");
  });

  it("warns where the labels cannot be read, and takes those of another file", async () => {
    const calibration = await calibrated("labels.json", rightRuns(40, 5));
    expect((await examine(calibration, "--labels", at("none.jsonl"))).codes).toEqual([]);
    const damaged = await file("damaged.jsonl", `{"format":"of tomorrow"}\n`);
    expect((await examine(calibration, "--labels", damaged)).codes).toEqual(["LABELS_UNREADABLE"]);
  });

  it("leaves what is wrong with the database to the check of the database", async () => {
    const calibration = await calibrated("sound-2.json", rightRuns(20, 0));
    const gone = await doctor("--db", at("gone.sqlite"), "--verifier-calibration", calibration);
    expect(gone).toMatchObject({ code: 1, codes: [] });
  });
});
