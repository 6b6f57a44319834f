import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";

const { at } = await scratchFolder();
const cassettes = fileURLToPath(new URL("../../cassettes/", import.meta.url));
const data = `${cassettes}failures.jsonl`;
const recorded = ["--cassette", `${cassettes}failures.cassette.jsonl`];

const calibrate = (out: string, ...args: readonly string[]) =>
  runHere(["calibrate", "--data", data, ...recorded, "--alpha", "0.4", "--out", out, ...args]);
const attribute = (calibration: string, ...args: readonly string[]) =>
  runHere(["attribute", data, ...recorded, "--calibration", calibration, "--json", ...args]);

describe("calibrate --attributor", () => {
  it("calibrates a method that asks models on every failure, and `attribute` takes it with the same method", async () => {
    const file = at("joint.json");
    const { code, err, out } = await calibrate(file, "--attributor", "joint", "--json");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const { n } = JSON.parse(out);
    expect(JSON.parse(out)).toMatchObject({ fitted: 0, scorer: "joint", method: "suffix" });
    const found = await attribute(file, "--attributor", "joint");
    expect(JSON.parse(found.out)).toHaveLength(n);
    expect(JSON.parse(found.out)[0]).toMatchObject({ n, status: "bounded" });
    expect(await attribute(file, "--attributor", "all-at-once")).toMatchObject({
      code: 1,
      err: expect.stringContaining("[CALIBRATION_MISMATCH]"),
    });
  });

  it("fits an ensemble on one half, and `attribute` asks its member again", async () => {
    const file = at("ensemble.json");
    const { code, err, out } = await calibrate(file, "--attributor", "joint+position", "--json");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const { fitted, n } = JSON.parse(out);
    expect(fitted).toBeGreaterThan(0);
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ scorerModel: { kind: "ensemble" } });
    const found = await attribute(file, "--attributor", "joint+position");
    expect(JSON.parse(found.out)).toHaveLength(n + fitted);
    expect(await attribute(file)).toMatchObject({
      code: 1,
      err: expect.stringContaining("[ENSEMBLE_MEMBER]"),
    });
  });

  it("refuses what makes no sense", async () => {
    const out = at("none.json");
    for (const args of [
      ["--attributor", "joint", "--scorer", "logit"],
      ["--attributor", "joint", "--cross"],
      ["--attributor", "position"],
      ["--attributor", "nobody"],
    ])
      expect(await calibrate(out, ...args)).toMatchObject({ code: 2, out: "" });
    const alone = await runHere(["attribute", data, ...recorded, "--attributor", "joint+logit"]);
    expect(alone).toMatchObject({
      code: 1,
      err: expect.stringContaining("calibrate --attributor joint+logit"),
    });
  });
});
