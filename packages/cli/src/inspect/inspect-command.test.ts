import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pilotAdvice, pilotFigures } from "@langgraph-rollback/attribution";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { inspectHere } from "../fixtures/inspect-here.ts";
import { recordLearning } from "../fixtures/learning-database.ts";
import { runHere } from "../fixtures/run-here.ts";
import { labelsFileOf } from "../data/labels-file.ts";

const folder = await mkdtemp(path.join(tmpdir(), "inspect-"));
afterAll(() => rm(folder, { recursive: true }));

const failures = path.join(folder, "failures.jsonl");
const trajectory = {
  format: "langgraph-rollback/trajectory",
  version: 1,
  id: "trip",
  task: "Book a table.",
  outcome: { ok: false, reason: "Booked the wrong day." },
  steps: [
    { index: 0, agent: "planner", content: "Tuesday, then." },
    { index: 1, agent: "booker", content: "Booked for Wednesday." },
  ],
};
await writeFile(failures, `${JSON.stringify(trajectory)}\n`);

/** The JSON of a pilot on tasks, but for what is told. */
async function pilotFile(name: string, change: object): Promise<string> {
  const tasks = [{ right: false, rejected: true, rightAfter: true, steps: 2, stepsRedone: 1 }];
  const head = { format: "langgraph-rollback/pilot", version: 1, leftOut: [], restart: null };
  const report = { ...head, rollback: pilotFigures(tasks), advice: pilotAdvice(tasks) };
  const file = path.join(folder, name);
  await writeFile(file, JSON.stringify({ ...report, ...change }));
  return file;
}
const recorded = await pilotFile("recorded.json", { format: "langgraph-rollback/recorded-pilot" });
const newer = await pilotFile("newer.json", { version: 2 });

describe("inspect", () => {
  it("shows a file of trajectories, and ends with 0 when it is stopped", async () => {
    let address = "";
    const { code } = await inspectHere([failures], async (ask, url) => {
      address = url;
      const { threads } = JSON.parse((await ask("/api/threads")).text);
      expect(threads).toMatchObject([{ id: "trip", status: "failed", task: "Book a table." }]);
    });
    expect(code).toBe(0);
    await expect(fetch(address)).rejects.toThrow("fetch failed");
  });

  it("shows what agents have learnt from a store that is a file", async () => {
    const own = await mkdtemp(path.join(tmpdir(), "inspect-learning-"));
    onTestFinished(() => rm(own, { recursive: true }));
    const [runs, store] = [path.join(own, "runs.sqlite"), path.join(own, "learning.jsonl")];
    await recordLearning(runs, 2, { store, agent: "tickets" });
    const learnt = async (...more: readonly string[]): Promise<unknown> => {
      let agents: unknown;
      await inspectHere([runs, ...more], async (ask) => {
        ({ agents } = JSON.parse((await ask("/api/learning")).text));
      });
      return agents;
    };
    expect(await learnt()).toMatchObject([{ agent: "tickets", isKept: false, failures: 0, missed: 2 }]);
    expect(await learnt("--store", store)).toMatchObject([{ isKept: true, failures: 2, missed: 0 }]);
  });

  it("keeps labels in a file beside what it shows, by whom it was told, from one time to the next", async () => {
    const { said } = await inspectHere([failures, "--labeller", "Ada"], async (ask) => {
      const { runs } = JSON.parse((await ask("/api/thread?id=trip")).text);
      const verdict = { kind: "decisive", step: 0 };
      const label = { thread: "trip", run: runs[0].run, attempt: 1, steps: 2, verdict };
      expect((await ask("/api/labels", label)).status).toBe(200);
    });
    const file = path.join(folder, "failures.labels.jsonl");
    expect(said).toContain(`Labels by Ada go to ${file}.`);
    await inspectHere([failures], async (ask) => {
      const { labels } = JSON.parse((await ask("/api/labels")).text);
      expect(labels).toMatchObject([{ labeller: "Ada", verdict: { kind: "decisive", step: 0 } }]);
    });
    await rm(file);
  });

  it("prints its address as one line of JSON with `--json`, and takes the port that it is given", async () => {
    const port = await freePort();
    const { said } = await inspectHere([failures, "--json", "--port", String(port)], async (ask) => {
      expect((await ask("/api/info")).status).toBe(200);
    });
    expect(JSON.parse(said)).toMatchObject({
      url: expect.stringContaining(`http://127.0.0.1:${port}/?token=`),
      labels: path.join(folder, "failures.labels.jsonl"),
    });
  });

  it("shows what a pilot on tasks has found, as its file is now", async () => {
    const file = await pilotFile("pilot.json", {});
    await inspectHere([failures, "--pilot", file], async (ask) => {
      const { pilot } = JSON.parse((await ask("/api/pilot/tasks")).text);
      expect(pilot).toEqual({ file, report: JSON.parse(await readFile(file, "utf8")) });
      const advice = { kind: "off", sentence: "Leave rollback off." };
      await pilotFile("pilot.json", { advice });
      expect(JSON.parse((await ask("/api/pilot/tasks")).text)).toMatchObject({
        pilot: { report: { advice } },
      });
      await pilotFile("pilot.json", { version: 2 });
      expect((await ask("/api/pilot/tasks")).status).toBe(500);
      expect((await ask("/api/pilot")).status).toBe(200);
    });
    await rm(file);
  });

  it("says once which replays are of threads that are not there", async () => {
    const replay = (thread: string) => {
      const name = { id: `replay/${thread}/no note/1`, group: "replay/no note" };
      return `${JSON.stringify({ ...trajectory, ...name })}\n`;
    };
    const file = path.join(folder, "replays.jsonl");
    await writeFile(file, `${replay("trip")}${replay("gone\u001B[2J")}`);
    const { said } = await inspectHere([failures, "--replays", file], async (ask) => {
      expect(JSON.parse((await ask("/api/replays?id=trip")).text)).toHaveLength(1);
      expect(JSON.parse((await ask("/api/threads")).text).threads).toHaveLength(1);
    });
    expect(said.split("\n").at(-1)).toBe(
      '1 replay not shown, of threads that failures.jsonl does not hold: "gone [2J".',
    );
    await rm(file);
  });

  it("is reached under the address of a proxy, where it was given", async () => {
    await inspectHere([failures, "--origin", "https://box.example"], async (_, url) => {
      const { origin } = new URL(url);
      const entered = await fetch(url, { redirect: "manual" });
      const cookie = entered.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
      const from = (other: string) => ({ headers: { cookie, origin: other } });
      expect((await fetch(`${origin}/api/info`, from("https://box.example"))).status).toBe(200);
      expect((await fetch(`${origin}/api/info`, from("https://other.example"))).status).toBe(403);
    });
  });

  it("warns where other machines are let in", async () => {
    const { said } = await inspectHere(
      [failures, "--host", "0.0.0.0", "--labels", path.join(folder, "l")],
      async () => {},
    );
    expect(said).toContain("Everybody who can reach this machine");
  });

  it("writes nothing where nobody labels", async () => {
    await inspectHere([failures], async (ask) => void (await ask("/api/labels")));
    expect(await readdir(folder)).toEqual(["failures.jsonl", "newer.json", "recorded.json"]);
  });

  it.each([
    ["no such file", ["nowhere.sqlite"], 1, /nowhere\.sqlite.*\[SOURCE_UNREADABLE\]$/],
    ["neither database nor trajectories", [import.meta.filename], 1, /\[SOURCE_FORMAT\]$/],
    [
      "no such calibration",
      [failures, "--calibration", "none.json"],
      1,
      /`--calibration` none\.json: ENOENT/,
    ],
    ["no calibration", [failures, "--calibration", failures], 1, /\[CALIBRATION_FORMAT\]$/],
    [
      "no calibration of a verifier",
      [failures, "--verifier-calibration", failures],
      1,
      /\[CALIBRATION_FORMAT\]$/,
    ],
    ["no such pilot", [failures, "--pilot", "none.json"], 1, /`--pilot` none\.json: ENOENT/],
    ["no pilot", [failures, "--pilot", failures], 1, /^[^`]*Pilot on tasks, `format`.*\[PILOT_FORMAT\]$/],
    ["a pilot of recorded runs", [failures, "--pilot", recorded], 1, /recorded-pilot.*\[PILOT_FORMAT\]$/],
    [
      "a pilot of a newer version",
      [failures, "--pilot", newer],
      1,
      /`version`.* got 2\. If a newer.*\[PILOT_FORMAT\]$/,
    ],
    [
      "no such replays",
      [failures, "--replays", "none.jsonl"],
      1,
      /none\.jsonl: ENOENT.*\[SOURCE_UNREADABLE\]$/,
    ],
    [
      "no replays",
      [failures, "--replays", failures],
      1,
      /"trip" is no replay.* Give files that `.*\[SOURCE_FORMAT\]$/,
    ],
    ["no folder for labels", [failures, "--labels", "/no/such/l.jsonl"], 2, /there is no "\/no\/such"/],
    [
      "an origin that is none",
      [failures, "--origin", "box.example"],
      2,
      /such as https:\/\/inspector\.example/,
    ],
    ["nothing to show", [], 2, /missing required argument 'where'/],
    ["a host of another machine", [failures, "--host", "192.0.2.1"], 1, /\[LISTEN\]$/],
  ])("says what is wrong, without a stack: %s", async (_, args, code, message) => {
    const ended = await runHere(["inspect", ...args]);
    expect(ended).toEqual({ code, out: "", err: expect.stringMatching(message) });
    expect(ended.err).not.toContain("\n    at ");
  });
});

describe("the file of labels", () => {
  it("is named after what is shown, and lies beside it; after nothing for a database with an address", () => {
    expect(labelsFileOf(["/data/runs.sqlite"])).toBe("/data/runs.labels.jsonl");
    expect(labelsFileOf(["/data/a.jsonl", "/data/b.jsonl"])).toBe("/data/a.labels.jsonl");
    expect(labelsFileOf(["postgresql://me:secret@db/agents"])).toBe(path.resolve("labels.jsonl"));
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
