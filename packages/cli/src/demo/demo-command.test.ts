import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startOpenaiServer } from "@langgraph-rollback/attributors/testing";
import { afterAll, describe, expect, it } from "vitest";
import { inspectHere } from "../fixtures/inspect-here.ts";
import { runHere } from "../fixtures/run-here.ts";
import { SMALL_DEMO } from "../fixtures/small-demo.ts";
import { spawnCommand } from "../fixtures/spawn-command.ts";
import { sqlite } from "../fixtures/sqlite.ts";
import { statusesAt, statusesOf } from "../fixtures/thread-statuses.ts";
import { INSPECTOR_URL } from "../fixtures/visit-inspector.ts";

const root = await mkdtemp(path.join(tmpdir(), "demo-command-"));
let folders = 0;
const fresh = (): string => path.join(root, String((folders += 1)));
afterAll(() => rm(root, { recursive: true }));

/** Where SQLite cannot be loaded there is nothing that a later process could read. */
const keepsNothing = sqlite.open === undefined;

describe("demo", () => {
  it.skipIf(keepsNothing)(
    `leaves its runs in a folder, serves them, and ends cleanly on Ctrl-C; inspect shows them again${sqlite.missing}`,
    async () => {
      const folder = fresh();
      const demo = spawnCommand([...SMALL_DEMO, "--folder", folder]);
      const [, url = ""] = await demo.says(INSPECTOR_URL);
      const statuses = await statusesAt(url);
      expect(statuses).toHaveLength(12);
      expect(statuses).toContain("recovered");
      demo.interrupt();
      const { code, err, out } = await demo.ended;
      // So few labels calibrate that each rollback is a restart, which is told once.
      expect({ code, err }).toEqual({
        code: 0,
        err: expect.stringMatching(/^\(node:\d+\) \[ONLY_RESTARTS\] .*\n\(Use .*\n$/),
      });
      expect(out).toContain("first mistake");
      const later = /rollback\/cli inspect (.*)/.exec(out)?.[1] ?? "";
      const { code: ended } = await inspectHere(later.split(" "), async (ask) => {
        expect(await statusesOf(ask)).toEqual(statuses);
        expect(JSON.parse((await ask("/api/calibration")).text)).toMatchObject({
          calibration: { alpha: 0.1 },
        });
      });
      expect(ended).toBe(0);
      expect((await readdir(folder)).filter((name) => !name.includes(".sqlite-"))).toEqual([
        "gsm8k-team.calibration.json",
        "gsm8k-team.sqlite",
      ]);
    },
  );

  it.skipIf(keepsNothing)(`shows its runs while they are made${sqlite.missing}`, async () => {
    const demo = spawnCommand(["demo", "--calibrate", "0", "--folder", fresh()]);
    const [, url = ""] = await demo.says(/while they are made: (http\S+)/);
    await demo.says(/20 of 200: /);
    const seen = await statusesAt(url);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.length).toBeLessThan(200);
    demo.interrupt();
    expect(await demo.ended).toMatchObject({ code: 130 });
  });

  it("prints figures alone with `--json`, and serves nothing then", async () => {
    const file = path.join(root, "figures.json");
    const few = ["demo", "--problems", "2", "--calibrate", "0"];
    const { code, err, out } = await runHere([...few, "--folder", fresh(), "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ fresh: { runs: 2 }, model: { simulated: true } });
    expect(err).toContain("simulated model");
    const told = await runHere([...few, "--folder", fresh(), "--json", file, "--no-inspect"]);
    expect(told).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual(JSON.parse(out));
  });

  it("asks no real model unless it is told to, whatever the environment holds", async () => {
    const env = { OPENAI_API_KEY: "sk-1", OPENAI_BASE_URL: "http://127.0.0.1:9/v1" };
    const few = ["demo", "--problems", "1", "--calibrate", "0", "--no-inspect"];
    const { code, out } = await runHere([...few, "--folder", fresh()], env);
    expect(code).toBe(0);
    expect(out).toContain("simulated model");
  });

  it.each([401, 503])(
    "ends with 1 if the model answers with status %d, after one request",
    async (status) => {
      const server = await startOpenaiServer(() => ({ fault: "status", status, message: "Who?" }));
      const env = { OPENAI_BASE_URL: server.baseURL };
      const { code, err } = await runHere(["demo", "--model", "tiny", "--folder", fresh()], env);
      await server.close();
      expect(code).toBe(1);
      expect(err).toMatch(new RegExp(`^error: tiny at http:\\S+ does not answer: ${status} Who\\?`));
      expect(err).not.toContain(" at checkModel");
      expect(server.requests).toHaveLength(1);
    },
  );

  it("never shows the password in an endpoint's address", async () => {
    const env = { OPENAI_BASE_URL: "http://me:secret@127.0.0.1:9/v1" };
    const { code, err, out } = await runHere(["demo", "--model", "tiny", "--folder", fresh()], env);
    expect(code).toBe(1);
    expect(err).toContain("tiny at http://127.0.0.1:9/v1 does not answer");
    expect(`${out}${err}`).not.toContain("secret");
  });

  it("overwrites no earlier demo, and makes no folder for what cannot be", async () => {
    const taken = fresh();
    await mkdir(taken);
    await writeFile(path.join(taken, "gsm8k-team.sqlite"), "");
    expect(await runHere(["demo", "--folder", taken])).toMatchObject({
      code: 2,
      err: expect.stringContaining("hold no earlier demo"),
    });
    const never = fresh();
    for (const [args, message] of [
      [["--model", "tiny"], "to ask `--model` tiny"],
      [["--problems", "0"], "whole number from 1"],
      [["--json", "/no/such/folder/a.json"], "/no/such/folder"],
      [["--port", "99999"], "from 0 to 65535"],
      [["extra"], "too many arguments"],
    ] as const) {
      const { code, err } = await runHere(["demo", "--folder", never, ...args]);
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
    }
    expect(existsSync(never)).toBe(false);
  });
});
