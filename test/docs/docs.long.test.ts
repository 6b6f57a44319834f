import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { format } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readCodeBlocks } from "./code-blocks.ts";
import { writeExampleCalibration } from "./example-calibration.ts";
import { numberedOutputs, outputsByLine, shownOutputs, unclearOutputs } from "./shown-outputs.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = resolve(import.meta.dirname, "../.cache/docs");
const blocks = readCodeBlocks(root).map((block) => ({
  ...block,
  file: join(folder, `${block.name.replaceAll(/[^\w-]+/g, "-")}.ts`),
}));

/** Files of examples/backends that the docs tell readers to copy. */
const copied = ["run-scores.ts", "score-id.ts", "to-langsmith.ts", "to-langfuse.ts"];

/** Files that the blocks may import as the reader's own: the graph of `support/`, a calibration file, and those that are copied. */
beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(import.meta.dirname, "support"), folder, { recursive: true });
  for (const file of copied) cpSync(join(root, "examples/backends/src", file), join(folder, file));
  await writeExampleCalibration(join(folder, "calibration.json"));
  for (const { file, source } of blocks) writeFileSync(file, numberedOutputs(source));
  process.chdir(folder);
});

afterAll(() => process.chdir(root));

describe("the code in the docs", () => {
  it("type-checks", () => {
    const options = { noUnusedLocals: false };
    const config = { extends: "../../../tsconfig.check.json", compilerOptions: options, include: ["*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    expect(outputOf([tsc, "-p", folder])).toBe("");
  });

  it.each(blocks.filter(({ runs }) => runs))("runs: $name", async ({ file, source }) => {
    const printed: string[] = [];
    const log = vi.spyOn(console, "log").mockImplementation((...args) => printed.push(format(...args)));
    await expect(import(pathToFileURL(file).href)).resolves.toBeDefined();
    log.mockRestore();
    expect(outputsByLine(printed)).toEqual(shownOutputs(source));
  });

  it("shows outputs where they are compared, in blocks that run", () => {
    expect(blocks.flatMap(({ source }) => unclearOutputs(source))).toEqual([]);
    expect(blocks.filter(({ runs }) => !runs).flatMap(({ source }) => shownOutputs(source))).toEqual([]);
    expect(blocks.flatMap(({ source }) => shownOutputs(source)).length).toBeGreaterThan(15);
  });
});

function outputOf(args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return stdout + stderr;
}
