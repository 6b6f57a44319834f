import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { afterAll, describe, expect, it } from "vitest";

import { costOfTokens } from "../../asking/price.ts";
import { SYSTEM_NAMES } from "../../systems/systems.ts";
import { simulatedEndpoint } from "../../fixtures/simulated-endpoint.ts";

const folder = mkdtempSync(path.join(tmpdir(), "model-kill-"));
afterAll(() => rmSync(folder, { recursive: true }));

const PRICE = { input: 1, output: 4 };
const at = (file: string): string => fileURLToPath(new URL(`../../../../../${file}`, import.meta.url));

const PROGRAM = [
  "--import",
  at("test/fixtures/typescript-hooks.mjs"),
  "--conditions",
  "@langgraph-rollback/source",
  at("packages/lab/src/main.ts"),
];

const bench = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [...PROGRAM, ...args], { stdio: ["ignore", "pipe", "pipe"] });

async function ended(child: ChildProcess) {
  const [out, err, [code]] = await Promise.all([
    child.stdout === null ? "" : text(child.stdout),
    child.stderr === null ? "" : text(child.stderr),
    once(child, "close"),
  ]);
  return { out, err, code: Number(code) };
}

const runOf = (baseURL: string, file: string, budget: number): readonly string[] => [
  "rollback",
  "--model=openai:tiny",
  `--base-url=${baseURL}`,
  `--price=${PRICE.input}:${PRICE.output}`,
  `--out=${file}`,
  `--budget=${budget}`,
  "--runs=2",
  "--learn-from=4",
  // So long that a slow machine does not look like a silent endpoint.
  "--timeout=60",
];

/** Whole lines of a kind. */
const linesOf = (file: string, kind: string) =>
  readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line))
    .filter((line) => line.kind === kind);

const tableIn = (out: string): readonly string[] => out.split("\n").filter((line) => line.startsWith("|"));

describe("`npm run bench -- rollback --model`", () => {
  it("is carried through refusals, silence, cut lines, a kill and a small budget; asks nothing twice; and finds what an undisturbed run finds", async () => {
    const file = path.join(folder, "disturbed.jsonl");
    const first: { child?: ChildProcess; isHeld: boolean } = { isHeld: false };
    const server = await simulatedEndpoint(async (call) => {
      if (call === 3) return { fault: "status", status: 429, retryAfter: 0.1 };
      if (call === 5) return { fault: "status", status: 503 };
      if (call === 9) return { fault: "hang" };
      if (call === 12) return { fault: "reset" };
      if (first.isHeld) return { fault: "hang" };
      if (call !== 100) return undefined;
      first.isHeld = true;
      // An answer that the command has been told and has not stored is lost.
      while (linesOf(file, "answered").length < server.answered.size) await setTimeout(20);
      first.child?.kill("SIGKILL");
      return { fault: "hang" };
    });
    first.child = bench(runOf(server.baseURL, file, 100));
    expect((await ended(first.child)).out).toBe("");
    first.isHeld = false;
    expect(server.answered.size).toBeGreaterThan(80);

    const spent = costOfTokens(server.tokens(), PRICE);
    const small = await ended(bench(runOf(server.baseURL, file, spent + 0.2)));
    expect(small.code).toBe(1);
    expect(small.out).toContain("Partial. MacNet: The budget of");
    expect(costOfTokens(server.tokens(), PRICE)).toBeLessThanOrEqual(spent + 0.2);

    const whole = await ended(bench(runOf(server.baseURL, file, 100)));
    expect(whole).toMatchObject({ code: 0, err: expect.not.stringContaining("Error") });
    expect(Math.max(...server.answered.values())).toBe(1);
    await server.close();

    const of = (kind: string) => linesOf(file, kind);
    const ends = new Set([...of("answered"), ...of("refused")].map(({ call }) => call));
    // An error of the server, silence, a cut line, and one or more at the kill: nobody knows what they cost.
    expect(of("asked").filter(({ call }) => !ends.has(call)).length).toBeGreaterThanOrEqual(4);
    expect(of("answered")).toHaveLength(server.answered.size);
    expect(of("answered").reduce((sum, { cost }) => sum + cost, 0)).toBeCloseTo(
      costOfTokens(server.tokens(), PRICE),
      9,
    );

    const calm = await simulatedEndpoint();
    const undisturbed = await ended(bench(runOf(calm.baseURL, path.join(folder, "calm.jsonl"), 100)));
    await calm.close();
    expect(new Set(calm.answered.keys())).toEqual(new Set(server.answered.keys()));
    const table = tableIn(whole.out);
    expect(table).toEqual(tableIn(undisturbed.out));
    const arms = ["no rollback", "restart", "Top-1", "VCP", "LF", "ours"];
    expect(table.slice(2).map((line) => line.split("|")[1]?.trim())).toEqual(
      SYSTEM_NAMES.flatMap((system) => arms.map((arm) => `${system}, ${arm}`)),
    );
    // Four processes, one of which waits for the end of a silence.
  }, 900_000);

  it("says beforehand what it would cost, and asks nothing", async () => {
    const args = ["rollback", "--model", "tiny", "--price", "1:4", "--estimate"];
    const { code, out } = await ended(
      bench([...args, "--systems", "team", "--runs", "1", "--learn-from", "4"]),
    );
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/\| team +\| +\d+ \|/) });
    expect(out).toContain("what tiny would cost (simulated)");
    expect(out).toContain("Nothing was asked.");
  });

  it.each([
    [["--help"], 0, /^Measures langgraph-rollback.*\n[^]*--estimate/, /^$/],
    [["rollback", "--wat"], 2, /^$/, /^Unknown option '--wat'\.\n\nMeasures/],
    [["nonsense"], 2, /^$/, /^Expected the name of one experiment, or "all", got nonsense\./],
    [["rollback", "--model", "tiny", "--estimate"], 2, /^$/, /^There is no price for "tiny"/],
  ])("answers %j with usage and exit code %i", async (args, code, out, err) => {
    expect(await ended(bench(args))).toEqual({
      code,
      out: expect.stringMatching(out),
      err: expect.stringMatching(err),
    });
  });
});
