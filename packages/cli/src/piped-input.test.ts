import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  calibrateVerifier,
  rejectionOf,
  constantScorer,
  writeCalibration,
  writeVerifierCalibration,
} from "@langgraph-rollback/attribution";
import { failuresAt } from "@langgraph-rollback/attribution/testing";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { answerCommand } from "./answer/answer-command.ts";
import { attributeCommand } from "./attribute/attribute-command.ts";
import { calibrateCommand } from "./calibrate/calibrate-command.ts";
import { doctorCommand } from "./doctor/doctor-command.ts";
import { effectsCommand } from "./effects/effects-command.ts";
import { filesCommand } from "./changed-files/files-command.ts";
import { enqueueCommand } from "./enqueue/enqueue-command.ts";
import { evaluateCommand } from "./evaluate/evaluate-command.ts";
import { exportCommand } from "./export/export-command.ts";
import { READ, WRITTEN } from "./files/input-files.ts";
import { evaluationFixture } from "./fixtures/evaluation-fixture.ts";
import { recordJudged } from "./fixtures/judged-database.ts";
import { opinionLines } from "./fixtures/opinion-lines.ts";
import { runHere } from "./fixtures/run-here.ts";
import { scratchFolder } from "./fixtures/scratch-folder.ts";
import { commandFile, spawnCommand } from "./fixtures/spawn-command.ts";
import { sqlite } from "./fixtures/sqlite.ts";
import { deleteCommand } from "./delete/delete-command.ts";
import { forkCommand } from "./fork/fork-command.ts";
import { importCommand } from "./import/import-command.ts";
import { inspectCommand } from "./inspect/inspect-command.ts";
import { labelCommand } from "./label/label-command.ts";
import { pilotCommand } from "./pilot/pilot-command.ts";
import { learnCommand } from "./learn/learn-command.ts";
import { statsCommand } from "./stats/stats-command.ts";
import { pruneCommand } from "./prune/prune-command.ts";
import { recoveryCommand } from "./recovery/recovery-command.ts";
import { replayCommand } from "./replay/replay-command.ts";
import { reportCommand } from "./report/report-command.ts";
import { rewindCommand } from "./rewind/rewind-command.ts";
import { showCommand } from "./show/show-command.ts";
import { threadsCommand } from "./threads/threads-command.ts";
import { workCommand } from "./work/work-command.ts";

const { at, file, folder } = await scratchFolder();
const whoAndWhen = new URL("./fixtures/published/who-and-when.json", import.meta.url);
const agent = `
import { MessagesAnnotation, StateGraph } from ${JSON.stringify(import.meta.resolve("@langchain/langgraph"))};
export const graph = new StateGraph(MessagesAnnotation)
  .addNode("answer", () => ({ messages: [["ai", "42"]] })).addEdge("__start__", "answer").addEdge("answer", "__end__").compile();
export const verify = () => true;
export const truth = () => true;
`;

/** Other processes have files of their own in the machine's folder for such. */
const temporary = at("temporary");

beforeAll(async () => {
  mkdirSync(temporary);
  vi.stubEnv("TMPDIR", temporary);
  await file("data.jsonl", evaluationFixture(40));
  await file("marks.jsonl", opinionLines(["ada", "bob"], 40));
  const scored = Array.from({ length: 150 }, (_, id) => ({
    id,
    right: id % 2 === 0,
    scores: [0.9, 0.5, 0.5],
  }));
  await file("scored.jsonl", scored.map((run) => `${JSON.stringify(run)}\n`).join(""));
  await runHere(["calibrate", "--alarm", at("scored.jsonl"), "--scorer", "judge", "--out", at("alarm.json")]);
  await file("hand.json", await readFile(whoAndWhen, "utf8"));
  await file("tasks.jsonl", '{"input": {"messages": []}}\n');
  await file("agent.mjs", agent);
  await file("labels.jsonl", "");
  await file(
    "verdicts.jsonl",
    Array.from({ length: 40 }, (_, i) => `{"score":${i / 40},"right":${i > 9}}\n`).join(""),
  );
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
  const verdicts = Array.from({ length: 40 }, (_, index) => ({ score: index / 40, right: index > 9 }));
  const judged = calibrateVerifier(verdicts, { verifier: "judge" });
  await writeVerifierCalibration(at("verifier.json"), judged);
  const retries = {
    below: rejectionOf(judged).below,
    maxRetries: 1,
    tasks: [[{ score: 0.5, right: false }]],
  };
  await writeVerifierCalibration(at("retried.json"), { ...judged, retries });
});

afterAll(() => vi.unstubAllEnvs());

const wordsOf = (line: string): readonly string[] =>
  line.split(" ").map((word) => word.replace(/@/g, `${folder}${path.sep}`));
const stopped = async (): Promise<void> => {};
const copies = (): readonly string[] => readdirSync(temporary);

/** Text that a command printed, but for names of files and how large and fast it was. */
function plain(text: string, name: string): string {
  return text
    .replaceAll(at(name), "-")
    .replaceAll(new RegExp(`\\b(${path.parse(name).name}|stdin)\\b(\\.jsonl?)?`, "g"), "piped")
    .replaceAll(/"bytes": \d+|\d+ m?s\b/g, "");
}

describe("`-` is the standard input wherever a file is read", () => {
  it.each([
    ["import @data.jsonl", "data.jsonl"],
    ["import --from who-and-when @hand.json", "hand.json"],
    ["export @data.jsonl", "data.jsonl"],
    ["export @data.jsonl --labels @labels.jsonl", "labels.jsonl"],
    ["attribute @data.jsonl --calibration @calibration.json", "data.jsonl"],
    ["attribute @data.jsonl --calibration @calibration.json", "calibration.json"],
    ["calibrate --data @data.jsonl --force --out @out.json", "data.jsonl"],
    ["calibrate --data @data.jsonl --reuse @calibration.json --force --out @out.json", "calibration.json"],
    ["calibrate --verifier judge --verdicts @verdicts.jsonl --force --out @out.json", "verdicts.jsonl"],
    ["calibrate --db @data.jsonl --labels @labels.jsonl --force --out @out.json", "labels.jsonl"],
    ["calibrate --retried @retried.json --json", "retried.json"],
    ["evaluate --data @data.jsonl --splits 2 --json", "data.jsonl"],
    ["evaluate --marks @marks.jsonl --splits 2 --json", "marks.jsonl"],
    ["evaluate --alarm @scored.jsonl --splits 2 --json", "scored.jsonl"],
    ["calibrate --alarm @scored.jsonl --scorer judge --force --out @out.json --json", "scored.jsonl"],
    ["doctor --project @ --alarm-calibration @alarm.json --json", "alarm.json"],
    ["report @data.jsonl --force --out @out.html --json", "data.jsonl"],
    ["report @data.jsonl --calibration @calibration.json --force --out @out.html --json", "calibration.json"],
    ["doctor --project @ --calibration @calibration.json --json", "calibration.json"],
    ["doctor --project @ --verifier-calibration @verifier.json --json", "verifier.json"],
    ["doctor --project @ --db @data.jsonl --json", "data.jsonl"],
    ["pilot --graph @agent.mjs --tasks @tasks.jsonl --json", "tasks.jsonl"],
    ["pilot --db @data.jsonl --json", "data.jsonl"],
    ["threads @data.jsonl", "data.jsonl"],
    ["show @data.jsonl", "data.jsonl"],
  ])("%s, of which %s is piped", async (line, name) => {
    const stdin = await readFile(at(name), "utf8");
    const named = await runHere(wordsOf(line), {}, stopped);
    const words = wordsOf(line).map((word) => (word === at(name) ? "-" : word));
    const piped = await runHere(words, {}, stopped, stdin);
    expect(plain(piped.out, name)).toBe(plain(named.out, name));
    expect(plain(piped.err, name)).toBe(plain(named.err, name));
    expect(piped.code).toBe(named.code);
    expect(copies()).toEqual([]);
  });

  it.skipIf(sqlite.open === undefined)(`as a database, too${sqlite.missing}`, async () => {
    const saver = sqlite.open?.(at("runs.sqlite"));
    if (saver === undefined) return;
    await recordJudged(saver, [0.9], "judge");
    saver.db.close();
    const stdin = await readFile(at("runs.sqlite"));
    const { code, out } = await runHere(["export", "-"], {}, stopped, stdin);
    expect({ code, lines: out.split("\n").length }).toEqual({ code: 0, lines: 1 });
    expect(out).toContain('"langgraph-rollback/trajectory"');
  });

  it("also under its other names, a named pipe, and what has no content", async () => {
    const text = evaluationFixture(2);
    const lines = (await runHere(["import", at("data.jsonl")])).out.split("\n").slice(0, 2).join("\n");
    for (const name of ["-", "/dev/stdin", "/dev/fd/0"])
      expect(await runHere(["import", name], {}, stopped, text)).toMatchObject({ code: 0, out: lines });
    expect(spawnSync("mkfifo", [at("fifo")]).status).toBe(0);
    const writing = writeFile(at("fifo"), text);
    expect(await runHere(["import", at("fifo")])).toMatchObject({ code: 0, out: lines });
    await writing;
    expect(await runHere(["import", "/dev/null"])).toMatchObject({
      code: 1,
      err: "error: Expected traces in /dev/null, got none.",
    });
  });

  it("in a process of its own, below Node and below a shell", async () => {
    const text = evaluationFixture(2);
    const { code, out } = await spawnCommand(["import", "/dev/stdin"], {}, text).ended;
    expect({ code, lines: out.trim().split("\n").length }).toEqual({ code: 0, lines: 2 });
  });

  it("names what it is in messages, not the copy", async () => {
    const { code, err } = await runHere(["import", "-"], {}, stopped, "no JSON\n");
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringMatching(/^error: -: .*line 1/) });
  });

  it("keeps its labels in the folder that one is in", async () => {
    const { out } = await runHere(["inspect", "-"], {}, stopped, evaluationFixture(2));
    expect(out).toContain(path.resolve("labels.jsonl"));
  });

  it.each([
    ["import - -", "`files` and `files`"],
    ["import - /dev/stdin", "`files` and `files`"],
    ["attribute - --calibration -", "`where` and `--calibration`"],
    ["calibrate --data /dev/stdin --reuse -", "`--data` and `--reuse`"],
  ])("is read once: %s", async (line, options) => {
    const { code, err, out } = await runHere(wordsOf(line), {}, stopped, evaluationFixture(2));
    expect({ code, out, err }).toMatchObject({ code: 2, out: "", err: expect.stringContaining(options) });
    expect(copies()).toEqual([]);
  });

  it.each([
    "export @data.jsonl --out -",
    "import @data.jsonl --json /dev/stdin",
    "evaluate --data @data.jsonl --attributor random --findings -",
    "inspect @data.jsonl --labels -",
    "prune - --older-than 30d",
    "label --replay --graph @agent.mjs --db @runs.sqlite --labels -",
  ])("is not written to: %s", async (line) => {
    const { code, err } = await runHere(wordsOf(line), {}, stopped);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("the standard input") });
    expect(existsSync("-")).toBe(false);
  });

  it("is protected as any input where a shell reads it from a file", () => {
    const command = `node '${commandFile}' export - --out data.jsonl --force < data.jsonl`;
    const { status, stderr } = spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8" });
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining("which is read") });
  });

  it("of every option and argument that names a file is known whether it is read or written", () => {
    const safe = (text: string): string => text;
    const output = {
      print() {},
      printError() {},
      startProgress: () => ({ advance() {}, done() {}, fail() {} }),
    };
    const commands: readonly Command[] = [
      answerCommand(output),
      attributeCommand(output, {}),
      calibrateCommand(output, {}),
      doctorCommand(output, {}, safe),
      evaluateCommand(output, {}),
      exportCommand(output),
      importCommand(output),
      inspectCommand(output, stopped),
      labelCommand(output),
      learnCommand(output),
      pilotCommand(output),
      pruneCommand(output),
      recoveryCommand(output),
      effectsCommand(output),
      statsCommand(output),
      enqueueCommand(output, {}),
      filesCommand(output),
      deleteCommand(output),
      forkCommand(output),
      replayCommand(output),
      reportCommand(output),
      rewindCommand(output),
      showCommand(output),
      threadsCommand(output),
      workCommand(output, {}, stopped),
    ];
    const named = commands.flatMap((command) => [
      ...command.registeredArguments
        .map((argument) => argument.name())
        .filter((name) => name !== "thread" && !(command.name() === "enqueue" && name === "graph")),
      ...command.options
        .filter(({ flags }) => /[<[](files?|json-or-file|where|calibration)(\.\.\.)?[>\]]/.test(flags))
        .map((option) => option.attributeName()),
    ]);
    expect([...new Set(named)].toSorted()).toEqual([...READ, ...WRITTEN].toSorted());
  });
});
