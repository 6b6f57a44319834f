import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";

import { finishedRun } from "../fixtures/finished-run.ts";
import { commandVerifier, type CommandOptions } from "./command-verifier.ts";

/** Asks a program of Node about a run. */
const ask = (script: string, options: CommandOptions = {}, run = finishedRun<unknown>("any")) =>
  commandVerifier(process.execPath, ["-e", script], options)(run);

const folder = () => {
  const made = realpathSync(mkdtempSync(join(tmpdir(), "verifier-")));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** A program that writes its process id, and that of a child, into a file and never ends. */
const endless = (file: string) => `
  const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
  require("node:fs").writeFileSync(${JSON.stringify(file)}, process.pid + " " + child.pid);
  setInterval(() => {}, 1000);
`;

const pidsIn = (file: string) =>
  vi.waitFor(
    () => {
      const pids = readFileSync(file, "utf8").split(" ").map(Number);
      expect(pids).toHaveLength(2);
      return pids;
    },
    { timeout: 120_000 },
  );

/** How many programs run that this process has started. */
const processes = (): number =>
  process.getActiveResourcesInfo().filter((resource) => resource === "ProcessWrap").length;

describe("a program", () => {
  it("accepts a run by exiting with 0", async () => {
    expect(await ask("console.log('well')")).toEqual({ ok: true });
  });

  it("rejects one by exiting with something else, for what it says", async () => {
    expect(await ask("console.error('2 tests failed'); process.exitCode = 3")).toEqual({
      ok: false,
      reason: `"${process.execPath}" ended with exit code 3:\n2 tests failed`,
    });
    expect(await ask("process.exitCode = 1")).toMatchObject({
      reason: `"${process.execPath}" ended with exit code 1 and printed nothing`,
    });
  });

  it("rejects one by a crash", async () => {
    expect(await ask("process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)")).toMatchObject({
      ok: false,
      reason: expect.stringContaining("was ended by SIGTERM"),
    });
  });

  it("is told of the run on stdin", async () => {
    const script =
      "process.stdin.on('data', (text) => (process.exitCode = String(text) === 'out, gently' ? 0 : 1))";
    const options = {
      input: ({ output }: { output: unknown }) => Promise.resolve(`${String(output)}, gently`),
    };
    expect(await ask(script, { ...options, fingerprint: "1" }, finishedRun("out"))).toEqual({ ok: true });
    expect(await ask(script, { ...options, fingerprint: "1" }, finishedRun("in"))).toMatchObject({
      ok: false,
    });
  });

  it("need not read what it is told", async () => {
    const input = () => "x".repeat(1_000_000);
    expect(await ask("process.stdin.destroy()", { input, fingerprint: "1" })).toEqual({ ok: true });
  });

  it("is not started where `input` gives no text", async () => {
    const verify = Reflect.apply(commandVerifier, undefined, [
      "node",
      [],
      { input: () => 42, fingerprint: "1" },
    ]);
    await expect(verify(finishedRun("any"))).rejects.toMatchObject({
      code: "INVALID_OPTION",
      option: "input",
    });
  });

  it("gets no shell, the folder, and variables besides those of this process", async () => {
    const script =
      "console.log(process.cwd(), process.env.OWN, typeof process.env.PATH); process.exitCode = 1";
    const cwd = folder();
    expect(await ask(script, { cwd, env: { OWN: "$HOME" } })).toMatchObject({
      reason: expect.stringContaining(`:\n${cwd} $HOME string`),
    });
  });

  it("has the end of what it says told, without what only a terminal understands", async () => {
    const verdict = await ask(
      "process.stdout.write('first' + 'é𝄞'.repeat(3000) + '\\u001b[31mred\\u001b[0m\\u0000\\r\\n\\tlast\\n'); process.exitCode = 1",
    );
    const reason = String(Reflect.get(Object(verdict), "reason"));
    const [, shown = ""] = /:\n…(.*)$/s.exec(reason) ?? [];
    expect(Array.from(shown)).toHaveLength(2000);
    expect(shown).toMatch(/^(?:é𝄞|𝄞é)(?:é|𝄞)*red\n\tlast$/u);
  });

  it("is killed with its child processes when its time is over, and the verdict says so", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const file = join(folder(), "pids");
    const asked = ask(endless(file), { timeout: 3_600_000 });
    const thrown = Promise.resolve(asked).catch((error: unknown) => error);
    const pids = await pidsIn(file);
    expect(pids.filter(isAlive)).toEqual(pids);
    vi.advanceTimersByTime(3_600_000);
    expect(await thrown).toMatchObject({
      code: "VERIFIER_TIMEOUT",
      message: `The verifier took longer than 3600000 ms (\`timeout\`). The program "${process.execPath}" was killed.`,
    });
    vi.useRealTimers();
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 120_000 });
  });

  it("is killed when this process exits, which is listened for no longer than it runs", async () => {
    const before = process.listeners("exit");
    const file = join(folder(), "pids");
    const asked = ask(endless(file));
    const pids = await pidsIn(file);
    for (const listener of process.listeners("exit")) if (!before.includes(listener)) listener(0);
    expect(await asked).toMatchObject({ reason: expect.stringContaining("was ended by SIGKILL") });
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 120_000 });
    expect(process.listeners("exit")).toEqual(before);
  });

  it("is killed when the run is aborted, with the run's reason", async () => {
    const file = join(folder(), "pids");
    const controller = new AbortController();
    const asked = ask(endless(file), {}, finishedRun<unknown>("any", { signal: controller.signal }));
    const pids = await pidsIn(file);
    expect(pids.filter(isAlive)).toEqual(pids);
    controller.abort(new Error("stopped by the user"));
    await expect(asked).rejects.toThrow("stopped by the user");
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 120_000 });
  });

  it("leaves nothing behind that it has started", async () => {
    const file = join(folder(), "pids");
    const verdict = await ask(`${endless(file)}; setTimeout(() => process.exit(0), 0)`);
    expect(verdict).toEqual({ ok: true });
    const pids = await pidsIn(file);
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 120_000 });
  });

  it("is not started for a run that was aborted while its input was made", async () => {
    const controller = new AbortController();
    const input = () => {
      controller.abort(new Error("stopped"));
      return "any";
    };
    // Other tests of this process may have a browser open.
    const before = processes();
    const run = finishedRun<unknown>("any", { signal: controller.signal });
    await expect(ask("setInterval(() => {}, 1000)", { input, fingerprint: "1" }, run)).rejects.toThrow(
      "stopped",
    );
    await new Promise(setImmediate);
    expect(processes()).toBeLessThanOrEqual(before);
  });

  it.each([
    ["that there is not", "no-such-program-here", {}],
    ["in a folder that there is not", process.execPath, { cwd: "/no/such/folder" }],
  ])("cannot be one %s", async (_, command, options) => {
    await expect(commandVerifier(command, [], options)(finishedRun("any"))).rejects.toMatchObject({
      code: "COMMAND_NOT_STARTED",
      message: expect.stringMatching(/^Cannot start the program ".*": spawn .* ENOENT\./),
      cause: expect.objectContaining({ code: "ENOENT" }),
    });
  });
});

describe("the fingerprint of a program", () => {
  const fingerprint = (...given: Parameters<typeof commandVerifier>) => commandVerifier(...given).fingerprint;

  it("says what is run, with what, and nothing that is secret or differs between machines", () => {
    const plain = fingerprint("npm", ["test"]);
    expect(plain).toMatch(/^command:npm:[\da-f]{12}$/);
    expect(fingerprint("npm", ["test"], { cwd: "/elsewhere", timeout: 5 })).toBe(plain);
    const others = [fingerprint("npm", ["run"]), fingerprint("npm", ["test"], { env: { KEY: "secret" } })];
    expect(new Set([plain, ...others]).size).toBe(3);
    expect(others.join(" ")).not.toContain("secret");
  });

  it("has the name that is given, which `input` needs", () => {
    const input = () => "";
    expect(fingerprint("npm", [], { input, fingerprint: "9.1" })).toMatch(/^command:npm:9\.1:[\da-f]{12}$/);
    expect(() => fingerprint("npm", [], { input })).toThrow(/what `input` does/);
  });
});

it.each([
  ["no program", ["", []], "command"],
  ["one text with its arguments", ["npm", "test"], "args"],
  ["a number among them", ["sleep", [1]], "args"],
  ["variables that are no texts", ["npm", [], { env: { PORT: 80 } }], "env"],
])("refuses %s", (_, given, option) => {
  const make = () => Reflect.apply(commandVerifier, undefined, given);
  expect(make).toThrow(expect.objectContaining({ code: "INVALID_OPTION", option }));
});
