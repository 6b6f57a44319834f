import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { fileLabelStore } from "@langgraph-rollback/inspector";
import { describe, expect, it } from "vitest";
import { agentModule, recordRuns } from "../fixtures/replayed-agent.ts";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { spawnFromSources } from "../fixtures/spawn-command.ts";
import { sqlite } from "../fixtures/sqlite.ts";

const { at, file, folder } = await scratchFolder();
const db = at("runs.sqlite");
const saver = sqlite.open?.(db);
const agent =
  (saver &&
    (await recordRuns(saver, at("agent.mjs"), {
      one: { wrongAt: "search" },
      two: { wrongAt: "check" },
      three: { wrongAt: "answer" },
    }))) ??
  "";
const slow = await file("slow.mjs", agentModule("globalThis.slow = true;"));

const linesOf = async (name: string): Promise<readonly string[]> =>
  existsSync(at(name)) ? (await readFile(at(name), "utf8")).trimEnd().split("\n") : [];

async function verdictsIn(name: string) {
  const labels = await fileLabelStore(at(name)).list();
  return Object.fromEntries(labels.map(({ thread, verdict }) => [thread, verdict]));
}

describe.skipIf(saver === undefined)(`a command that replays${sqlite.missing}`, () => {
  it("goes on where it was killed: it makes no replay twice, and gives the labels of one run", async () => {
    const args = (graph: string, name: string) => {
      const files = ["--db", db, "--labels", at(`${name}.labels.jsonl`)];
      return ["label", "--replay", "--graph", graph, ...files];
    };
    await runHere(args(agent, "whole"));
    const whole = (await linesOf("whole.replays.jsonl")).length;
    for (let killed = 1; killed < whole; killed += 3) {
      const before = (await linesOf("killed.replays.jsonl")).length;
      const command = spawnFromSources(args(slow, "killed"));
      await expect.poll(async () => (await linesOf("killed.replays.jsonl")).length).toBeGreaterThan(before);
      command.kill();
      expect(await command.ended).toMatchObject({ signal: "SIGKILL" });
    }
    const { code } = await runHere(args(agent, "killed"));
    expect(code).toBe(0);
    const starts = async (name: string) =>
      (await linesOf(name))
        .map((line) => JSON.parse(line))
        .map(({ asked, thread }) => `${thread} ${asked}`)
        .toSorted();
    expect(await starts("killed.replays.jsonl")).toEqual(await starts("whole.replays.jsonl"));
    expect(await verdictsIn("killed.labels.jsonl")).toEqual(await verdictsIn("whole.labels.jsonl"));
  });

  it("ends on Ctrl-C at once with 130, and leaves no half of a file", async () => {
    const before = await readdir(folder);
    const what = ["--thread", "one", "--from", "1", "--graph", slow, "--repeat", "100"];
    const files = ["--out", at("replays.jsonl"), "--json", at("figures.json")];
    const command = spawnFromSources(["replay", db, ...what, ...files]);
    await command.says(/(at answer[\s\S]*){4}/);
    command.interrupt();
    expect(await command.ended).toMatchObject({ code: 130, out: "" });
    const isNew = (name: string): boolean => !before.includes(name) && !/-(wal|shm)$/.test(name);
    expect((await readdir(folder)).filter(isNew)).toEqual([]);
  });
});
