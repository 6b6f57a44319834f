import { readFile } from "node:fs/promises";

import { fileLabelStore } from "@langgraph-rollback/inspector";
import { EARLIEST_UNRECOVERED } from "@langgraph-rollback/inspector/shared";
import {
  parseTrajectories,
  stringifyTrajectory,
  type Trajectory,
} from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";

import { runCommand } from "../fixtures/run-command.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";

const { at, file } = await scratchFolder();
const trajectory = (id: string, ok: boolean): Trajectory => ({
  id,
  task: "3 tickets at $14",
  steps: [
    { index: 0, agent: "plan", content: "multiply" },
    { index: 1, agent: "solve", content: "45" },
  ],
  outcome: { ok },
});
const all = [trajectory("a", false), trajectory("b", true), trajectory("c", false)];
const where = await file("runs.jsonl", all.map((each) => `${stringifyTrajectory(each)}\n`).join(""));
const exportFrom = (...args: readonly string[]) => runCommand("export", where, ...args);

describe("export", () => {
  it("writes every attempt as a line to the standard output, and only that", async () => {
    const { code, err, out } = await exportFrom();
    expect({ code, err }).toEqual({ code: 0, err: "Exported 3 attempts, 0 of them labelled." });
    expect(parseTrajectories(out)).toEqual(all);
  });

  it("takes threads that are named, and failures alone", async () => {
    const ids = async (...args: readonly string[]) =>
      parseTrajectories((await exportFrom(...args)).out).map(({ id }) => id);
    expect(await ids("--failed")).toEqual(["a", "c"]);
    expect(await ids("--thread", "b", "c")).toEqual(["b", "c"]);
    expect(await exportFrom("--thread", "x")).toMatchObject({ code: 1, err: expect.stringContaining('"x"') });
    expect(await exportFrom("--thread", "b", "--failed")).toMatchObject({ code: 1, out: "" });
  });

  it("puts labels in, with agent and reason", async () => {
    const verdict = { kind: "decisive", step: 1 } as const;
    await fileLabelStore(at("labels.jsonl")).add({
      thread: "c",
      run: "",
      attempt: 1,
      steps: 2,
      verdict,
      labeller: "ada",
      convention: EARLIEST_UNRECOVERED,
      reason: "3 * 14 = 42",
    });
    const args = ["--labels", at("labels.jsonl"), "--labelled", "--out", at("out.jsonl"), "--json"];
    const { code, out } = await exportFrom(...args);
    expect({ code, figures: JSON.parse(out) }).toEqual({ code: 0, figures: { attempts: 1, labelled: 1 } });
    const label = { decisiveStep: 1, decisiveAgent: "solve", reason: "3 * 14 = 42" };
    expect(parseTrajectories(await readFile(at("out.jsonl"), "utf8"))).toEqual([{ ...all[2], label }]);
  });

  it("puts in every decisive step that a label names", async () => {
    const verdict = { kind: "decisive", step: 0, further: [1] } as const;
    const by = { labeller: "ada", convention: EARLIEST_UNRECOVERED };
    const about = { thread: "a", run: "", attempt: 1, steps: 2 };
    await fileLabelStore(at("several.jsonl")).add({ ...about, ...by, verdict });
    const { out } = await exportFrom("--labels", at("several.jsonl"), "--labelled");
    expect(parseTrajectories(out)).toMatchObject([
      { id: "a", label: { decisiveStep: 0, furtherDecisiveSteps: [1] } },
    ]);
  });

  it("keeps figures and lines apart", async () => {
    expect(await exportFrom("--json")).toMatchObject({
      code: 2,
      err: expect.stringContaining("needs `--out`"),
    });
    await exportFrom("--json", at("figures.json"));
    expect(JSON.parse(await readFile(at("figures.json"), "utf8"))).toEqual({ attempts: 3, labelled: 0 });
  });

  it("says what is wrong with what it should read", async () => {
    expect(await runCommand("export", at("nowhere.sqlite"))).toMatchObject({ code: 1, out: "" });
    expect(await runCommand("export")).toMatchObject({ code: 2 });
  });
});
