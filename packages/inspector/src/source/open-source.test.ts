import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { stringifyTrajectory, type Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { afterAll, describe, expect, it } from "vitest";

import { DriverMissingError } from "./driver-missing-error.ts";
import { openSource } from "./open-source.ts";

const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-sources-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const trajectory = (id: string, rest: Partial<Trajectory> = {}): Trajectory => ({
  id,
  task: "count",
  steps: [
    { index: 0, agent: "counter", content: `counts ${id}`, toolCalls: [{ name: "add", args: { to: 1 } }] },
  ],
  ...rest,
});

const lines = (...trajectories: readonly Trajectory[]): string =>
  trajectories.map((each) => `${stringifyTrajectory(each)}\n`).join("");

async function refusal(where: string | readonly string[]): Promise<string> {
  const error: unknown = await openSource(where).catch((reason: unknown) => reason);
  return error instanceof Error ? `${Reflect.get(error, "code")}: ${error.message}` : "opened";
}

describe("files of trajectories", () => {
  it("are shown as threads of one run with one attempt, whatever the files are called", async () => {
    const first = written(
      "one.jsonl",
      lines(trajectory("a", { outcome: { ok: false, reason: "off by one" } })),
    );
    const second = written("two.txt", lines(trajectory("b"), trajectory("c", { outcome: { ok: true } })));
    const source = await openSource([first, second]);
    expect(source.name).toBe("one.jsonl, two.txt");
    expect((await source.list(2)).more).toBe(true);
    const { threads } = await source.list(9);
    expect(threads.map(({ id, status, task }) => [id, status, task])).toEqual([
      ["a", "failed", "count"],
      ["b", "not-judged", "count"],
      ["c", "succeeded", "count"],
    ]);
    expect(threads.map(({ reason }) => reason)).toEqual(["off by one", undefined, undefined]);
    expect((await source.thread("a"))?.runs).toMatchObject([
      {
        status: "failed",
        reason: "off by one",
        attempts: [{ attempt: 1, steps: [{ summary: "counts a", tools: ["add"] }] }],
      },
    ]);
    const address = { thread: "a", run: "", attempt: 1, step: 0 };
    expect(await source.step(address)).toMatchObject({
      content: "counts a",
      toolCalls: [{ name: "add", args: { to: 1 } }],
      omitted: [],
    });
    expect(await source.trajectory(address)).toMatchObject({ id: "a" });
    expect(await source.step({ ...address, attempt: 2 })).toBeUndefined();
    await source.close();
  });

  it("may hold replays, which are named as such", async () => {
    const replay = trajectory("replay/a/b/note c/d.md/12", { group: "replay/note c/d.md" });
    const source = await openSource(written("replays.jsonl", lines(replay, trajectory("replay/a/x/1"))));
    const name = { thread: "a/b", variant: "note c/d.md", number: 12 };
    const { threads } = await source.list(9);
    expect(threads.map((thread) => thread.replay)).toEqual([name, undefined]);
    expect((await source.thread(replay.id))?.replay).toEqual(name);
  });

  it("may hold the same id several times: each is shown", async () => {
    const source = await openSource(
      written("twice.jsonl", lines(trajectory("a"), trajectory("a"), trajectory("a (2)"))),
    );
    const { threads } = await source.list(9);
    expect(threads.map(({ id }) => id)).toEqual(["a", "a (2)", "a (2) (2)"]);
  });
});

describe("a hostile file of trajectories", () => {
  it("is shown within bounds", async () => {
    const args = `{"__proto__":{"polluted":1},"deep":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
    const big = JSON.stringify(`\uD800${"<img src=x onerror=alert(1)> ".repeat(300_000)}`);
    const file = written(
      "hostile.jsonl",
      `{"format":"langgraph-rollback/trajectory","version":1,"id":${big},"task":${big},"steps":[{"index":0,"agent":${big},"content":${big},"toolCalls":[{"name":${big},"args":${args}}],"error":{"name":${big},"message":${big}},"origin":{"node":${big},"taskId":${big},"superstep":0,"namespace":${big},"before":${big},"after":${big}}}],"outcome":{"ok":false,"reason":${big}}}`,
    );
    const source = await openSource(file);
    const { threads } = await source.list(1);
    const id = threads[0]?.id ?? "";
    expect(JSON.stringify(await source.list(1)).length).toBeLessThan(1000);
    expect(JSON.stringify(await source.thread(id)).length).toBeLessThan(40_000);
    const detail = await source.step({ thread: id, run: "", attempt: 1, step: 0 });
    expect(JSON.stringify(detail).length).toBeLessThan(300_000);
    expect(detail?.omitted.some((each) => each.endsWith("1 value deeper than 40 levels left out."))).toBe(
      true,
    );
    expect({}).not.toHaveProperty("polluted");
  });
});

describe("labelled traces of other systems", () => {
  it("are shown like trajectories of our own, even in one file", async () => {
    const steps = [{ index: 0, agent: "a", content: "x" }];
    const trace = `${JSON.stringify({ id: "foreign", task: "add", steps, decisiveStep: 0 })}\n`;
    const source = await openSource(written("traces.jsonl", `${trace}${lines(trajectory("own"))}`));
    expect((await source.list(9)).threads.map(({ id }) => id)).toEqual(["foreign", "own"]);
    expect((await source.trajectory({ thread: "foreign", run: "", attempt: 1 }))?.label).toEqual({
      decisiveStep: 0,
    });
  });
});

describe("what cannot be shown", () => {
  it("is refused with its place and what to do", async () => {
    expect(await refusal(join(folder, "none.jsonl"))).toMatch(
      /^SOURCE_UNREADABLE: Could not read .*none\.jsonl: ENOENT.*Check the path/,
    );
    expect(await refusal(folder)).toMatch(/^SOURCE_UNREADABLE: .*EISDIR/);
    expect(await refusal(written("notes.txt", "hello"))).toMatch(
      /^SOURCE_FORMAT: .*neither a SQLite file nor JSON Lines/,
    );
    expect(await refusal(written("broken.jsonl", `${lines(trajectory("a"))}{"format":`))).toMatch(
      /^SOURCE_FORMAT: Cannot show .*broken\.jsonl: Trajectory \(line 2\)/,
    );
    expect(await refusal("redis://:secret@localhost/0")).toMatch(
      /^SOURCE_FORMAT: Cannot show redis:\/\/localhost\/0: /,
    );
    expect(await refusal([])).toMatch(/^SOURCE_FORMAT: /);
  });

  it("is refused in company: only trajectories can be shown together", async () => {
    const file = written("together.jsonl", lines(trajectory("a")));
    expect(await refusal([file, "postgresql://me:secret@localhost/db"])).toMatch(
      /^SOURCE_FORMAT: Cannot show .*together\.jsonl, postgresql:\/\/me@localhost\/db: only/,
    );
  });
});

describe("a driver that is missing", () => {
  it("is named, with how to get it and the first line of the reason", () => {
    const error = new DriverMissingError(
      "a-driver",
      new Error("Cannot find package\nRequire stack: /home/me"),
    );
    expect(error).toMatchObject({ code: "DRIVER_MISSING", driver: "a-driver" });
    expect(error.message).toMatch(
      /^a-driver cannot be loaded: Cannot find package\. Install it \(npm install a-driver\)/,
    );
    expect(error.message).not.toContain("/home/me");
  });
});
