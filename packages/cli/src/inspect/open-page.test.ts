import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { inspectHere } from "../fixtures/inspect-here.ts";
import { spawnCommand } from "../fixtures/spawn-command.ts";
import { INSPECTOR_URL } from "../fixtures/visit-inspector.ts";

const folder = await mkdtemp(path.join(tmpdir(), "open-page-"));
afterAll(() => rm(folder, { recursive: true }));

const failures = path.join(folder, "failures.jsonl");
const head = {
  format: "langgraph-rollback/trajectory",
  version: 1,
  id: "trip",
  task: "",
  outcome: { ok: false },
};
await writeFile(failures, `${JSON.stringify({ ...head, steps: [{ index: 0, agent: "a", content: "" }] })}\n`);

/** A browser that records the address that it should open, and the page's content. */
const browser = path.join(folder, "browser");
const opened = path.join(folder, "opened");
await writeFile(
  browser,
  `#!/bin/sh\nprintf '%s\\n' "$1" > "${opened}.tmp"; cat "\${1#file://}" >> "${opened}.tmp"; mv "${opened}.tmp" "${opened}"\n`,
);
await chmod(browser, 0o700);

async function whatWasOpened(): Promise<string> {
  for (;;) {
    const text = await readFile(opened, "utf8").catch(() => undefined);
    if (text !== undefined) return text;
    await setTimeout(20);
  }
}

const leftIn = async (): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith("langgraph-rollback-page-"));

// Other systems open browsers by programs of their own.
describe.skipIf(process.platform !== "linux")("inspect --open", () => {
  it("leads the browser to the page without the token in its command line, and leaves nothing behind", async () => {
    const inspect = spawnCommand(["inspect", failures, "--open"], { BROWSER: browser, TMPDIR: folder });
    const [, url = ""] = await inspect.says(INSPECTOR_URL);
    const [asked = "", content] = (await whatWasOpened()).split("\n");
    expect(asked).toMatch(/inspector\.html$/);
    expect(content).toContain(`content="0;url=${url}"`);
    expect(await leftIn()).toHaveLength(1);
    inspect.interrupt();
    expect(await inspect.ended).toMatchObject({ code: 0, err: "" });
    expect(await leftIn()).toEqual([]);
  });

  it("serves all the same where no folder can be written to, and says that no browser was opened", async () => {
    vi.stubEnv("TMPDIR", path.join(folder, "none"));
    onTestFinished(() => void vi.unstubAllEnvs());
    const { code, said } = await inspectHere([failures, "--open"], async (ask) => {
      expect(await ask("/api/threads")).toMatchObject({ status: 200 });
    });
    expect(said).toMatch(/No browser could be opened \(ENOENT/);
    expect(code).toBe(0);
  });
});
