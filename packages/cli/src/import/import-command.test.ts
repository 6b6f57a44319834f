import { readdir, readFile } from "node:fs/promises";

import { parseLabelledTraces, parseTrajectories, stringifyTrajectory } from "@langgraph-rollback/trajectory";
import { describe, expect, it } from "vitest";

import { evaluationFixture } from "../fixtures/evaluation-fixture.ts";
import { runCommand } from "../fixtures/run-command.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";

const { at, file, folder } = await scratchFolder();
const traces = await file("traces.jsonl", evaluationFixture(4));
const own = { id: "own", task: "", steps: [{ index: 0, agent: "a", content: "x" }] };
const importFrom = (...args: readonly string[]) => runCommand("import", ...args);

describe("import", () => {
  it("brings traces of several files into one form", async () => {
    const more = await file("more.jsonl", `${stringifyTrajectory(own)}\n`);
    const { code, err, out } = await importFrom(traces, more);
    expect({ code, err }).toEqual({ code: 0, err: "Read 5 trajectories, 4 of them labelled." });
    expect(parseTrajectories(out)).toEqual([...parseLabelledTraces(evaluationFixture(4)), own]);
  });

  it("gives its own output again", async () => {
    const first = await importFrom(traces);
    const again = await importFrom(await file("again.jsonl", `${first.out}\n`));
    expect(again.out).toBe(first.out);
  });

  it("writes a file whole or not at all", async () => {
    await importFrom(traces, "--out", at("good.jsonl"), "--json", at("figures.json"));
    expect(parseTrajectories(await readFile(at("good.jsonl"), "utf8"))).toHaveLength(4);
    expect(JSON.parse(await readFile(at("figures.json"), "utf8"))).toEqual({ trajectories: 4, labelled: 4 });
    const broken = await file("broken.jsonl", `${evaluationFixture(2)}{"id": "cut sh`);
    const ended = await importFrom(broken, "--out", at("bad.jsonl"));
    expect(ended).toMatchObject({ code: 1, err: expect.stringMatching(/broken\.jsonl: .*line 3/) });
    expect(await readdir(folder)).not.toContain("bad.jsonl");
  });

  it.each([
    ["an id twice", () => importFrom(traces, traces), 1, /Two trajectories have the id "sum-0"/],
    ["nothing", async () => importFrom(await file("empty.jsonl", "\n")), 1, /Expected traces/],
    ["a missing file", () => importFrom(at("nowhere.jsonl")), 1, /Could not read .*nowhere/],
    ["an unknown format", () => importFrom(traces, "--format", "otel"), 2, /langgraph-rollback/],
  ])("refuses %s", async (_, run, code, message) => {
    expect(await run()).toMatchObject({ code, err: expect.stringMatching(message), out: "" });
  });
});
