import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import { fitPositionScorer, calibrate, writeCalibration, writeVerifierCalibration } from "../index.ts";
import { calibrateVerifier } from "../verdicts/calibrate-verifier.ts";
import { sampleTrajectories } from "../testing/index.ts";
import { openWholeFile, writeWholeFile } from "./write-whole-file.ts";

let folder = "";
const at = (...names: string[]): string => path.join(folder, ...names);
const isLink = (name: string): boolean => lstatSync(at(name)).isSymbolicLink();
const modeOf = (name: string): number => statSync(at(name)).mode & 0o7777;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "whole-"));
  mkdirSync(at("releases"));
  mkdirSync(at("here"));
  return () => rmSync(folder, { recursive: true });
});

const calibration = await calibrate(sampleTrajectories(20, 21), {
  scorer: fitPositionScorer(sampleTrajectories(9, 22)),
});
const verdicts = Array.from({ length: 40 }, (_, index) => ({ score: index / 40, right: index > 15 }));
const verifier = calibrateVerifier(verdicts, { verifier: "by score", epsilon: 0.2 });

const WRITERS = {
  writeWholeFile: async (file: string) => writeWholeFile(file, "{}\n"),
  writeCalibration: (file: string) => writeCalibration(file, calibration),
  writeVerifierCalibration: (file: string) => writeVerifierCalibration(file, verifier),
};

describe.each(Object.entries(WRITERS))("%s", (_name, write) => {
  it("writes the file that a link leads to, and leaves the link", async () => {
    writeFileSync(at("releases/of-may.json"), "old");
    symlinkSync("../releases/of-may.json", at("here/current.json"));
    await write(at("here/current.json"));
    expect(readlinkSync(at("here/current.json"))).toBe("../releases/of-may.json");
    expect(readFileSync(at("releases/of-may.json"), "utf8")).not.toBe("old");
    expect([readdirSync(at("here")), readdirSync(at("releases"))]).toEqual([
      ["current.json"],
      ["of-may.json"],
    ]);
  });

  it("makes the file that links to links lead to", async () => {
    symlinkSync("releases", at("linked"));
    symlinkSync("../here/made.json", at("releases/next.json"));
    symlinkSync("linked/next.json", at("current.json"));
    await write(at("current.json"));
    expect([isLink("current.json"), isLink("releases/next.json"), isLink("here/made.json")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each([0o600, 0o640, 0o666])("keeps mode %o, through a link too", async (mode) => {
    writeFileSync(at("old.json"), "old");
    chmodSync(at("old.json"), mode);
    symlinkSync("old.json", at("link.json"));
    await write(at("link.json"));
    await write(at("old.json"));
    expect(modeOf("old.json")).toBe(mode);
  });
});

describe("writeWholeFile", () => {
  it("fails on links in a circle, and leaves them", () => {
    symlinkSync("b", at("a"));
    symlinkSync("a", at("b"));
    expect(() => writeWholeFile(at("a"), "text")).toThrow(/ELOOP/);
    expect([isLink("a"), isLink("b")]).toEqual([true, true]);
  });

  it("fails on a link into a folder that is missing, and leaves it", () => {
    symlinkSync("missing/file.json", at("link"));
    expect(() => writeWholeFile(at("link"), "text")).toThrow(/ENOENT/);
    expect(isLink("link")).toBe(true);
  });

  it("does with a read-only file what writing to it does, and keeps it read-only", () => {
    for (const name of ["ours", "bare"]) {
      writeFileSync(at(name), "old");
      chmodSync(at(name), 0o444);
    }
    symlinkSync("ours", at("link"));
    const bare = thrownBy(() => writeFileSync(at("bare"), "new"));
    expect(thrownBy(() => writeWholeFile(at("link"), "new"))).toBe(bare);
    expect(readFileSync(at("ours"), "utf8")).toBe(readFileSync(at("bare"), "utf8"));
    expect([isLink("link"), modeOf("ours")]).toEqual([true, 0o444]);
  });

  it("writes into a pipe, and leaves it", async () => {
    expect(spawnSync("mkfifo", [at("pipe")]).status).toBe(0);
    const reader = spawn("cat", [at("pipe")]);
    const read = text(reader.stdout);
    writeWholeFile(at("pipe"), "text");
    expect(await read).toBe("text");
    expect(lstatSync(at("pipe")).isFIFO()).toBe(true);
  });

  it("fails on a folder", () => {
    expect(thrownBy(() => writeWholeFile(at("here"), "text"))).toBe("EISDIR");
    expect(statSync(at("here")).isDirectory()).toBe(true);
  });
});

describe("openWholeFile", () => {
  it("replaces the file once all its parts are written", () => {
    writeFileSync(at("old"), "old");
    const file = openWholeFile(at("old"));
    file.write("one, ");
    file.write("two");
    expect(readFileSync(at("old"), "utf8")).toBe("old");
    file.finish();
    expect(readFileSync(at("old"), "utf8")).toBe("one, two");
    expect(readdirSync(folder).toSorted()).toEqual(["here", "old", "releases"]);
  });

  it("leaves nothing behind where it is abandoned, or the process exits before", () => {
    const file = openWholeFile(at("new"));
    file.write("part");
    expect(readdirSync(folder)).toHaveLength(3);
    file.abandon();
    expect(readdirSync(folder)).toHaveLength(2);
    const module = JSON.stringify(new URL("write-whole-file.ts", import.meta.url).href);
    const program = `const { openWholeFile } = await import(${module}); openWholeFile(process.argv[1]).write("part"); process.exit(3);`;
    const hooks = new URL("../../../../test/fixtures/typescript-hooks.mjs", import.meta.url).href;
    const args = ["--import", hooks, "--input-type=module", "-e", program, at("new")];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 3, stderr: "" });
    expect(readdirSync(folder)).toHaveLength(2);
  });
});

function thrownBy(act: () => void): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
}
