import { once } from "node:events";
import { existsSync } from "node:fs";
import { link, mkdir, mkdtemp, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { constantScorer, writeCalibration } from "@langgraph-rollback/attribution";
import { failuresAt } from "@langgraph-rollback/attribution/testing";
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { evaluationFixture } from "./fixtures/evaluation-fixture.ts";
import { runCommand } from "./fixtures/run-command.ts";

const root = await mkdtemp(path.join(tmpdir(), "existing-files-"));
afterAll(() => rm(root, { recursive: true }));

let folders = 0;
let folder = "";
const at = (name: string): string => path.join(folder, name);

/** Every test has a folder with one of each input. */
beforeEach(async () => {
  folder = path.join(root, String((folders += 1)));
  await mkdir(at("sub"), { recursive: true });
  await writeFile(at("data.jsonl"), evaluationFixture(8));
  await writeFile(at("tasks.jsonl"), '{"input": {}}\n');
  await writeFile(at("agent.mjs"), "export const graph = {};\n");
  await writeFile(at("runs.sqlite"), "SQLite format 3\0");
  await writeFile(at("labels.jsonl"), "");
  await writeFile(at("data.labels.jsonl"), "");
  await writeFile(at("tape.jsonl"), "{}\n");
  await writeFile(at("package.json"), "{}");
  await writeCalibration(at("calibration.json"), {
    format: "langgraph-rollback/calibration",
    version: 3,
    method: "suffix",
    alpha: 0.2,
    n: 5,
    scorerFingerprint: constantScorer().fingerprint,
    failures: failuresAt([0.1, 0.2, 0.3, 0.4, 0.5]),
    scorerModel: { kind: "constant" },
  });
});

/** Words of a command line, in which `@name` stands for a file of the folder. */
const run = (line: string) =>
  runCommand(...line.split(" ").map((word) => word.replace(/@/g, `${folder}${path.sep}`)));

/** Expects a file to hold the same before and after. */
async function unchanged(name: string, act: () => Promise<unknown>): Promise<void> {
  const before = await readFile(at(name), "utf8");
  await act();
  expect(await readFile(at(name), "utf8")).toBe(before);
}

describe("a command never writes to what it reads, not even with --force", () => {
  it.each([
    ["report @data.jsonl --out @data.jsonl", "data.jsonl"],
    ["report @data.jsonl --out @new.html --json @data.jsonl", "data.jsonl"],
    ["report @data.jsonl --calibration @calibration.json --out @calibration.json", "calibration.json"],
    ["report @data.jsonl --labels @labels.jsonl --out @labels.jsonl", "labels.jsonl"],
    ["report @data.jsonl --labels --out @data.labels.jsonl", "data.labels.jsonl"],
    ["export @data.jsonl --out @data.jsonl", "data.jsonl"],
    ["export @data.jsonl --out @new.jsonl --json @data.jsonl", "data.jsonl"],
    ["export @data.jsonl --labels --out @data.labels.jsonl", "data.labels.jsonl"],
    ["import @data.jsonl --out @data.jsonl", "data.jsonl"],
    ["import @tape.jsonl @data.jsonl --json @data.jsonl --out @new.jsonl", "data.jsonl"],
    ["attribute @data.jsonl --json @data.jsonl", "data.jsonl"],
    ["attribute @data.jsonl --calibration @calibration.json --json @calibration.json", "calibration.json"],
    ["attribute @data.jsonl --attributor joint --cassette @tape.jsonl --json @tape.jsonl", "tape.jsonl"],
    ["evaluate --data @data.jsonl --json @data.jsonl", "data.jsonl"],
    ["evaluate --data @data.jsonl --svg @data.jsonl", "data.jsonl"],
    ["evaluate --attributor random --data @data.jsonl --json @data.jsonl", "data.jsonl"],
    [
      "evaluate --attributor joint --data @data.jsonl --cassette @tape.jsonl --json @tape.jsonl",
      "tape.jsonl",
    ],
    ["calibrate --data @data.jsonl --out @data.jsonl", "data.jsonl"],
    ["calibrate --data @data.jsonl --reuse @calibration.json --out @calibration.json", "calibration.json"],
    ["calibrate --data @data.jsonl --out @new.json --json @data.jsonl", "data.jsonl"],
    ["calibrate --db @data.jsonl --labels @labels.jsonl --out @labels.jsonl", "labels.jsonl"],
    ["calibrate --db @data.jsonl --out @data.labels.jsonl", "data.labels.jsonl"],
    ["calibrate --graph @agent.mjs#graph --tasks @tasks.jsonl --out @agent.mjs", "agent.mjs"],
    [
      "calibrate --graph @agent.mjs#graph --tasks @tasks.jsonl --keep @tasks.jsonl --out @n.json",
      "tasks.jsonl",
    ],
    ["doctor --project @ --calibration @calibration.json --json @calibration.json", "calibration.json"],
    ["replay @runs.sqlite --thread t --from 1 --graph @agent.mjs --out @runs.sqlite", "runs.sqlite"],
    ["replay @runs.sqlite --thread t --from 1 --graph @agent.mjs --out @agent.mjs", "agent.mjs"],
    [
      "replay @runs.sqlite --thread t --from 1 --graph @agent.mjs --note @tape.jsonl --json @tape.jsonl",
      "tape.jsonl",
    ],
    ["doctor --project @ --db @runs.sqlite --json @runs.sqlite", "runs.sqlite"],
    ["doctor --project @ --json @package.json", "package.json"],
    [
      "doctor --project @ --verifier-calibration @calibration.json --json @calibration.json",
      "calibration.json",
    ],
    ["inspect @data.jsonl --labels @data.jsonl", "data.jsonl"],
    ["inspect @runs.sqlite --labels @runs.sqlite", "runs.sqlite"],
    ["inspect @data.jsonl --pilot @calibration.json --labels @calibration.json", "calibration.json"],
    ["inspect @data.jsonl --calibration @calibration.json --labels @calibration.json", "calibration.json"],
  ])("%s", async (line, input) => {
    await unchanged(input, async () => {
      for (const force of line.startsWith("inspect") ? [""] : ["", " --force"]) {
        const { code, err, out } = await run(`${line}${force}`);
        expect({ code, out }).toEqual({ code: 2, out: "" });
        expect(err).toContain(at(input));
        expect(err).toContain("which is read");
      }
    });
  });

  it("knows a file by whatever name it is called", async () => {
    await symlink(at("data.jsonl"), at("symbolic.jsonl"));
    await link(at("data.jsonl"), at("hard.jsonl"));
    await symlink(folder, at("sub/back"));
    const names = [
      "symbolic.jsonl",
      "hard.jsonl",
      "./data.jsonl",
      "sub/../data.jsonl",
      "sub/back/data.jsonl",
    ];
    for (const name of names)
      await unchanged("data.jsonl", async () => {
        // Joined as text: `path.join` would put the name right.
        const out = `${folder}/${name}`;
        const ended = await runCommand("export", at("data.jsonl"), "--out", out, "--force");
        expect(ended).toMatchObject({ code: 2, err: expect.stringContaining("which is read") });
      });
  });

  it("counts what SQLite keeps beside a database as the database, there or not", async () => {
    await symlink(at("runs.sqlite"), at("sub/link.sqlite"));
    for (const [database, end] of [
      ["runs.sqlite", "-wal"],
      ["runs.sqlite", "-shm"],
      ["runs.sqlite", "-journal"],
      ["sub/link.sqlite", "-wal"],
    ] as const) {
      const ended = await runCommand("export", at(database), "--out", at(`runs.sqlite${end}`));
      expect(ended).toMatchObject({ code: 2, err: expect.stringContaining("which is read") });
    }
    expect(existsSync(at("runs.sqlite-wal"))).toBe(false);
  });
});

describe("two outputs of one command are two files", () => {
  it.each([
    "export @data.jsonl --out @new --json @new",
    "export @data.jsonl --out @new --json @./new",
    "export @data.jsonl --out @new --json @NEW",
    "import @data.jsonl --out @new --json @new",
    "report @data.jsonl --out @new --json @new",
    "evaluate --data @data.jsonl --json @new --svg @new",
    "calibrate --data @data.jsonl --out @new --json @new",
    "calibrate --data @data.jsonl --out @new --keep @new",
  ])("%s", async (line) => {
    const ended = await run(`${line} --force`);
    expect(ended).toMatchObject({ code: 2, out: "", err: expect.stringContaining("two files") });
    expect(existsSync(at("new"))).toBe(false);
  });

  it("also through links to a file that does not exist yet", async () => {
    await symlink("new", at("first"));
    await symlink("sub/../new", at("second"));
    const ended = await run("export @data.jsonl --out @first --json @second");
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining("two files") });
  });

  it("also through a link to the folder", async () => {
    await symlink(folder, at("sub/back"));
    const ended = await run("export @data.jsonl --out @new --json @sub/back/new");
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining("two files") });
  });
});

describe("what exists is overwritten with --force only", () => {
  it.each([
    ["export @data.jsonl --out @old"],
    ["export @data.jsonl --out @new --json @old"],
    ["import @data.jsonl --out @old"],
    ["report @data.jsonl --out @old"],
    ["report @data.jsonl --out @new.svg --json @old"],
    ["attribute @data.jsonl --json @old"],
    ["evaluate --data @data.jsonl --splits 2 --json @old"],
    ["evaluate --data @data.jsonl --splits 2 --svg @old"],
    ["evaluate --attributor random --data @data.jsonl --json @old"],
    ["evaluate --estimate --data @data.jsonl --json @old"],
    ["calibrate --data @data.jsonl --out @old"],
    ["calibrate --data @data.jsonl --out @new --keep @old"],
    ["calibrate --data @data.jsonl --out @new --json @old"],
    ["doctor --project @sub --json @old"],
    ["demo --problems 1 --calibrate 0 --no-inspect --folder @demo --json @old"],
  ])("%s", async (line) => {
    await writeFile(at("old"), "mine");
    const refused = await run(line);
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toContain(`"${at("old")}" exists already`);
    expect(refused.err).toContain("`--force`");
    expect(await readFile(at("old"), "utf8")).toBe("mine");
    expect(existsSync(at("new"))).toBe(false);
    expect(await run(`${line} --force`)).toMatchObject({ code: 0 });
    expect(await readFile(at("old"), "utf8")).not.toBe("mine");
  });

  it.each([
    ["calibrate --data @data.jsonl", "calibration.json"],
    ["report @data.jsonl", "report.html"],
  ])("also by its default name: %s", async (line, name) => {
    const home = process.cwd();
    await writeFile(at(name), "mine");
    process.chdir(folder);
    try {
      const refused = await run(line);
      expect(refused).toMatchObject({ code: 2, err: expect.stringContaining(`"${name}" exists already`) });
      expect(await readFile(at(name), "utf8")).toBe("mine");
      expect(await run(`${line} --force`)).toMatchObject({ code: 0 });
      expect(await readFile(at(name), "utf8")).not.toBe("mine");
    } finally {
      process.chdir(home);
    }
  });

  it("writes through a link, and leaves the link", async () => {
    await writeFile(at("old"), "mine");
    await symlink(at("old"), at("link"));
    await run("export @data.jsonl --out @link --force");
    expect(await readFile(at("old"), "utf8")).toContain('"steps"');
    expect(await readlink(at("link"))).toBe(at("old"));
  });

  it("makes the file that a link to nothing leads to, and leaves the link", async () => {
    await symlink("sub/new", at("link"));
    expect(await run("export @data.jsonl --out @link")).toMatchObject({ code: 0 });
    expect(await readFile(at("sub/new"), "utf8")).toContain('"steps"');
    expect(await readlink(at("link"))).toBe("sub/new");
  });

  it("never replaces a folder or a socket", async () => {
    const server = createServer().listen(at("socket"));
    await once(server, "listening");
    onTestFinished(() => void server.close());
    for (const name of ["sub", "socket"].map(at).filter((each) => existsSync(each)))
      expect(await runCommand("export", at("data.jsonl"), "--out", name, "--force")).toMatchObject({
        code: 2,
        err: expect.stringContaining("is not a file"),
      });
  });

  it("keeps the calibration of an earlier demo", async () => {
    await mkdir(at("demo"));
    await writeFile(at("demo/gsm8k-team.calibration.json"), "mine");
    const line = "demo --problems 1 --calibrate 0 --no-inspect --folder @demo";
    expect(await run(line)).toMatchObject({ code: 2, err: expect.stringContaining("exists already") });
    expect(await readFile(at("demo/gsm8k-team.calibration.json"), "utf8")).toBe("mine");
  });
});
