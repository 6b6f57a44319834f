import { chmod, mkdir, writeFile } from "node:fs/promises";

import {
  calibrate,
  calibrationId,
  constantScorer,
  fitPositionScorer,
  writeCalibration,
  type Calibration,
} from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { failuresAt } from "../fixtures/labelled-failures.ts";
import { learning, newFile, olderAndNewer, usedBy } from "../fixtures/learning-from-file.ts";
import { warningsOf } from "../fixtures/warnings-of.ts";
import { readHistory, type RollbackEvent } from "../index.ts";

const { older } = await olderAndNewer();

const problemsIn = (events: readonly RollbackEvent[]) =>
  events.flatMap((event) => (event.type === "rollback:problem" ? [event.problem.code] : []));

const codesOf = async (work: () => unknown) => (await warningsOf(work)).map(({ code }) => code);

describe("a calibration file that cannot be used", () => {
  const groups = async (): Promise<Calibration> => {
    const scorer = fitPositionScorer(failuresAt(1, { count: 30, length: 3 }));
    const labelled = failuresAt(1, { count: 30, length: 3 }).map((run) => ({ ...run, group: "easy" }));
    return calibrate(labelled, { scorer, alpha: 0.2, groups: true });
  };
  const own = { fingerprint: "judge-1", score: async () => [0.5, 0.5, 0.5] };
  const text = JSON.stringify(older);

  it.each([
    ["empty", "CALIBRATION_FORMAT", async () => ""],
    ["cut short", "CALIBRATION_FORMAT", async () => text.slice(0, 500)],
    ["of another version", "CALIBRATION_FORMAT", async () => JSON.stringify({ ...older, version: 2 })],
    ["another kind of file", "CALIBRATION_FORMAT", async () => '{"name": "package"}'],
    [
      "of a scorer that it does not hold",
      "SCORER_MISSING",
      async () => JSON.stringify(await calibrate(failuresAt(1, { count: 9, length: 3 }), { scorer: own })),
    ],
    ["of groups that nobody names", "INVALID_OPTION", async () => JSON.stringify(await groups())],
  ])("is told once if it is %s, and what was read before stays in use", async (_, code, content) => {
    const file = newFile();
    await writeCalibration(file, older);
    const { graph, events } = learning(file);
    await usedBy(graph);
    await writeFile(file, await content());
    let used: unknown;
    const codes = await codesOf(async () => {
      used = [await usedBy(graph, "t"), await usedBy(graph), await usedBy(learning(file).graph)];
    });
    expect(used).toEqual([[calibrationId(older)], [calibrationId(older)], [calibrationId(older)]]);
    expect(codes).toEqual([code]);
    expect(problemsIn(events)).toEqual([code]);
    const [run] = await readHistory(graph, on("t"));
    expect(run?.problems).toMatchObject([{ attempt: 1, problem: { code } }]);
  });

  it("is told once for each content", async () => {
    const file = newFile();
    const { graph } = learning(file);
    const seen: unknown[] = [];
    for (const content of ["{", "[", "{"]) {
      await writeFile(file, content);
      seen.push(await codesOf(() => usedBy(graph)));
    }
    expect(seen).toEqual([["CALIBRATION_FORMAT"], ["CALIBRATION_FORMAT"], []]);
  });

  it("means none if nothing was read before, and is read again by the next run", async () => {
    const file = newFile();
    await writeFile(file, text.slice(0, 500));
    const { graph } = learning(file);
    expect(await usedBy(graph)).toEqual([undefined]);
    await writeFile(file, text);
    expect(await usedBy(graph)).toEqual([calibrationId(older)]);
  });

  it("is told if it is of another scorer than the given one, which is used without it", async () => {
    const file = newFile();
    await writeCalibration(file, older);
    const { graph } = learning(file, { scorer: constantScorer() });
    let used: unknown;
    const warnings = await warningsOf(async () => {
      used = await usedBy(graph);
    });
    expect(used).toEqual([undefined]);
    expect(warnings).toMatchObject([
      { code: "CALIBRATION_MISMATCH", message: expect.stringContaining("without a calibration") },
    ]);
    // Without a given scorer, it is not foreign.
    expect(await usedBy(learning(file).graph)).toEqual([calibrationId(older)]);
  });

  it("is told if it is a folder", async () => {
    const file = newFile();
    await mkdir(file);
    const { graph, events } = learning(file);
    expect(await codesOf(() => usedBy(graph))).toEqual(["CALIBRATION_UNREADABLE"]);
    expect(problemsIn(events)).toEqual(["CALIBRATION_UNREADABLE"]);
  });

  it.skipIf(process.getuid?.() === 0)("is told if nobody may read it", async () => {
    const file = newFile();
    await writeCalibration(file, older);
    await chmod(file, 0);
    expect(await codesOf(() => usedBy(learning(file).graph))).toEqual(["CALIBRATION_UNREADABLE"]);
  });

  it("never changes what the run gives", async () => {
    const file = newFile();
    await writeFile(file, "{");
    const { graph } = learning(file, {}, {});
    expect(await graph.invoke({ log: [] }, on("right"))).toEqual({
      log: ["a:right", "b:right", "c:right"],
      note: "",
    });
  });
});
