import { rename, rm, utimes } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { Command, interrupt, MemorySaver } from "@langchain/langgraph";
import { calibrationId, writeCalibration } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { learning, newFile, olderAndNewer, usedBy, usedOn } from "../fixtures/learning-from-file.ts";
import { warningsOf } from "../fixtures/warnings-of.ts";
import { readHistory, withRollback, type RollbackOptions } from "../index.ts";

const { older, newer } = await olderAndNewer();
const resumed = (resume: unknown) => new Command<unknown, Record<string, unknown>, never>({ resume });

describe("a calibration file that is missing", () => {
  it("means none, and is told once", async () => {
    const file = newFile();
    const { graph, events } = learning(file);
    let used: unknown;
    const warnings = await warningsOf(async () => {
      used = [await usedBy(graph), await usedBy(learning(file).graph)];
    });
    expect(used).toEqual([[undefined], [undefined]]);
    expect(warnings).toMatchObject([{ name: "RollbackCalibrationWarning", code: "CALIBRATION_MISSING" }]);
    expect(warnings[0]?.message).toContain(JSON.stringify(file));
    expect(events.filter(({ type }) => type === "rollback:problem")).toEqual([]);
  });

  it("leaves a run as it is without the option", async () => {
    const file = newFile();
    const lastRecords = async (options: Partial<RollbackOptions>) => {
      const { builder } = chainGraph({ b: untilTold("b") });
      const graph = withRollback(builder.compile(), {
        verify: nothingWrong,
        noteChannel: "note",
        ids: () => "id",
        clock: () => 0,
        ...options,
      });
      const output = await graph.invoke({ log: [] }, on("t"));
      const [run] = await readHistory(graph, on("t"));
      const [first] = run?.attempts ?? [];
      return { output, reason: first?.reason, set: first?.attribution?.set, why: first?.rewind?.reason };
    };
    expect(await lastRecords({ calibration: file })).toEqual(await lastRecords({}));
  });

  it("is taken by the first run after it is there", async () => {
    const file = newFile();
    const { graph } = learning(file);
    expect(await usedBy(graph)).toEqual([undefined]);
    await writeCalibration(file, older);
    expect(await usedBy(graph, "later")).toEqual([calibrationId(older)]);
    const [run] = await readHistory(graph, on("later"));
    expect(run?.attempts[0]?.rewind).toMatchObject({ step: 1, promise: { attempt: 1, alpha: 0.2 } });
  });

  it("leaves in use what was read before, and is told once", async () => {
    const file = newFile();
    await writeCalibration(file, older);
    const { graph } = learning(file);
    await usedBy(graph);
    await rm(file);
    let used: unknown;
    expect(
      await warningsOf(async () => {
        used = [await usedBy(graph), await usedBy(learning(file).graph)];
      }),
    ).toMatchObject([{ code: "CALIBRATION_MISSING", message: expect.stringContaining("stays in use") }]);
    expect(used).toEqual([[calibrationId(older)], [calibrationId(older)]]);
  });
});

describe("a calibration file that is replaced", () => {
  it("counts for runs that begin later, also if its size and its times are those of before", async () => {
    const file = newFile();
    const { graph } = learning(file);
    const other = { ...older, alpha: 0.3 };
    for (const calibration of [older, other]) {
      await writeCalibration(`${file}.new`, calibration);
      await utimes(`${file}.new`, 1, 1);
      await rename(`${file}.new`, file);
      expect(await usedBy(graph)).toEqual([calibrationId(calibration)]);
    }
  });

  it("does not count for a run that has begun", async () => {
    const file = newFile();
    await writeCalibration(file, older);
    let attempt = 0;
    const { graph } = learning(
      file,
      {},
      {
        b: async () => {
          attempt += 1;
          if (attempt === 2) await writeCalibration(file, newer);
          return attempt <= 2 ? "b:wrong" : "b:right";
        },
      },
    );
    expect(await usedBy(graph)).toEqual([calibrationId(older), calibrationId(older)]);
    attempt = 1;
    expect(await usedBy(graph)).toEqual([calibrationId(newer)]);
  });

  it("does not count for a run that was paused meanwhile, also by a graph that is made anew", async () => {
    const file = newFile();
    await writeCalibration(file, older);
    const asks = { a: () => `a:${String(interrupt("May I?"))}`, b: untilTold("b") };
    const saver = new MemorySaver();
    await learning(file, {}, asks, saver).graph.invoke({ log: [] }, on("paused"));
    await writeCalibration(file, newer);
    expect(await usedBy(learning(file).graph)).toEqual([calibrationId(newer)]);
    const { graph } = learning(file, {}, asks, saver);
    await graph.invoke(resumed("go"), on("paused"));
    expect(await usedOn(graph, "paused")).toEqual([calibrationId(older)]);
  });

  it("does not count for a rollback that a human is asked about meanwhile", async () => {
    const file = newFile();
    await writeCalibration(file, older);
    const { graph } = learning(file, { approve: "always" }, { b: alwaysWrong("b") });
    await graph.invoke({ log: [] }, on("asked"));
    await writeCalibration(file, newer);
    const approve = new Command<unknown, Record<string, unknown>, never>({
      resume: { decision: "approve", step: 2 },
    });
    await graph.invoke(approve, on("asked"));
    const [run] = await readHistory(graph, on("asked"));
    const ids = [...(run?.attempts ?? []), ...(run?.asked ?? []).map(({ record }) => record)];
    expect(new Set(ids.map(({ attribution }) => attribution?.calibrated?.id))).toEqual(
      new Set([calibrationId(older)]),
    );
  });

  it("is taken by each of two runs at the same time as they began", async () => {
    const file = newFile();
    await writeCalibration(file, older);
    let open = (): void => {};
    const waits = new Promise<string>((resolve) => {
      open = () => resolve("a:right");
    });
    const { graph: first } = learning(file, {}, { a: () => waits, b: untilTold("b") });
    const earlier = usedBy(first, "first");
    // The first run's node a waits, so that run has begun.
    await expect.poll(() => first.getState(on("first")).then(({ next }) => next)).toEqual(["a"]);
    await writeCalibration(file, newer);
    expect(await usedBy(learning(file).graph)).toEqual([calibrationId(newer)]);
    open();
    expect(await earlier).toEqual([calibrationId(older)]);
  });
});

describe("the path of a calibration file", () => {
  it("is from the working directory of the moment at which the graph is wrapped", async () => {
    const file = newFile();
    await writeCalibration(file, older);
    const { graph } = learning(file, { calibration: path.relative(process.cwd(), file) });
    expect(await usedBy(graph)).toEqual([calibrationId(older)]);
  });

  it("may be a `file:` URL", async () => {
    const file = newFile();
    await writeCalibration(file, older);
    expect(await usedBy(learning(file, { calibration: pathToFileURL(file) }).graph)).toEqual([
      calibrationId(older),
    ]);
  });

  it("is taken literally", async () => {
    const file = newFile();
    const name = `~/no-such-calibration-${path.basename(path.dirname(file))}.json`;
    const [warning] = await warningsOf(() => usedBy(learning(file, { calibration: name }).graph));
    expect(warning?.message).toContain(JSON.stringify(path.resolve(name)));
  });

  it("may be that of the fallback's calibration", async () => {
    const file = newFile();
    const broken = { fingerprint: "broken", score: () => Promise.reject(new Error("down")) };
    const calibration = { ...older, scorerFingerprint: broken.fingerprint };
    const { graph } = learning(file, { calibration, scorer: broken, fallback: { calibration: file } });
    expect(await warningsOf(() => usedBy(graph))).toMatchObject([{ code: "CALIBRATION_MISSING" }]);
    await writeCalibration(file, older);
    expect(await usedBy(graph)).toEqual([calibrationId(older)]);
  });
});

it("the tolerated miss rate is the file's, unless `alpha` is given", async () => {
  const file = newFile();
  await writeCalibration(file, { ...older, alpha: 0.3 });
  const alphaOf = async (options: Partial<RollbackOptions>) => {
    const { graph } = learning(file, options);
    await usedBy(graph, "t");
    const [run] = await readHistory(graph, on("t"));
    return run?.attempts[0]?.attribution?.alpha;
  };
  expect([await alphaOf({}), await alphaOf({ alpha: 0.1 })]).toEqual([0.3, 0.1]);
});
