import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startOpenaiServer } from "@langgraph-rollback/attributors/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runHere } from "../../packages/cli/src/fixtures/run-here.ts";
import { simulatedEndpoint } from "../../packages/lab/src/fixtures/simulated-endpoint.ts";
import {
  ALIKE,
  GENERATED,
  HAND_CRAFTED,
  judgeByHand,
  type JudgedByHand,
  publishedTrace,
} from "./support/papers-judge.ts";
import { PRINTED, printedAsMarkdown } from "./support/papers-rows.ts";

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/papers.md"), "utf8");

/** Cells of the table under a heading, without its head. */
function tableUnder(heading: string): readonly (readonly string[])[] {
  const [, section = ""] = page.split(`\n### ${heading}\n`);
  const [own = ""] = section.split(/\n##/);
  const lines = own.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const spans = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);

const commands = tableUnder("Commands").map(([name = "", command = ""]) => ({
  name: spans(name)[0] ?? "",
  command: spans(command)[0] ?? "",
}));

/** Commands whose figures are JSON, of which a row is a part. */
const AS_JSON: ReadonlySet<string> = new Set(["breakdown", "rules", "five rounds"]);

/** Options that make a command with a model quick. */
const FEW_RUNS = ["--systems", "team", "--runs", "2", "--learn-from", "4"];

/** Number of numbered tables and figures of each paper. */
const NUMBERED = [
  ["Conformal", 8, 8],
  ["ECHO", 3, 1],
  ["CHIEF", 4, 13],
  ["Who&When", 5, 10],
  ["RAFFLES", 13, 6],
] as const;

/** "RAFFLES tables 1, 3 to 4" names three. */
function namedIn(cell: string): readonly string[] {
  const [, paper = "", kind = "", numbers = ""] = /^(\S+) (table|figure)s? (.+)$/.exec(cell) ?? [];
  return numbers.split(", ").flatMap((range) => {
    const [from = Number.NaN, to = from] = range.split(" to ").map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => `${paper} ${kind} ${from + at}`);
  });
}

const home = process.cwd();
const folder = await mkdtemp(path.join(tmpdir(), "papers-"));
const printed = new Map<string, string>();

async function publish(name: string, traces: readonly JudgedByHand[], isGenerated: boolean): Promise<void> {
  await mkdir(name);
  for (const [at, trace] of traces.entries())
    await writeFile(path.join(name, `${at + 1}.json`), publishedTrace(trace, isGenerated));
}

/** Runs a command of the page, once; texts without line breaks. */
async function outputOf(name: string): Promise<string> {
  const known = printed.get(name);
  if (known !== undefined) return known;
  const { command = "" } = commands.find((each) => each.name === name) ?? {};
  const args = command.split(" ");
  const text = command.startsWith("npm run bench -- ")
    ? await (args.includes("--model") ? withModel(args.slice(4)) : benchmark(args.slice(4)))
    : await langgraphRollback(args);
  printed.set(name, text);
  return text;
}

async function langgraphRollback(args: readonly string[]): Promise<string> {
  const server = await startOpenaiServer(judgeByHand);
  try {
    const { code, err, out } = await runHere(args, { OPENAI_BASE_URL: server.baseURL }, async () => {});
    expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining("error:") });
    return `${err}\n${out}`;
  } finally {
    await server.close();
  }
}

/** The same with a model: the simulated one, behind a local server, on few runs. */
async function withModel(args: readonly string[]): Promise<string> {
  const server = await simulatedEndpoint();
  try {
    return await benchmark([...args, ...FEW_RUNS], { OPENAI_BASE_URL: server.baseURL });
  } finally {
    await server.close();
  }
}

/** The program that `npm run bench` calls, without installing or compiling. */
async function benchmark(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const hooks = path.join(root, "test/fixtures/typescript-hooks.mjs");
  const script = path.join(root, "packages/lab/src/main.ts");
  const asSource = ["--conditions", "@langgraph-rollback/source", "--import", hooks];
  const { stdout } = await promisify(execFile)(process.execPath, [...asSource, script, ...args], {
    env: { ...process.env, ...env },
  });
  return stdout;
}

/** The output from the heading of a group to that of the next one. */
function partOf(text: string, part: string | undefined): string {
  if (part === undefined) return text;
  const [, ...groups] = text.split(/^(?=\S+: \d+ trajectories)/m);
  return groups.find((group) => group.startsWith(`${part}: `)) ?? "";
}

const inOneLine = (text: string): string => ` ${text.replaceAll(/\s+/g, " ")} `;

beforeAll(async () => {
  process.chdir(folder);
  await publish("Hand-Crafted", HAND_CRAFTED, false);
  await publish("Algorithm-Generated", GENERATED, true);
  await publish("own", ALIKE, true);
  await cp(path.join(root, "packages/cli/src/fixtures/published/reasoneval.json"), "reasoneval.json");
  await langgraphRollback(["import", "--from", "who-and-when", "own", "--out", "failures.jsonl"]);
  for (const { name, command } of commands) if (command.startsWith("import ")) await outputOf(name);
});

afterAll(async () => {
  process.chdir(home);
  await rm(folder, { recursive: true });
});

describe("docs/papers.md", () => {
  it.each(NUMBERED)("has each numbered table and figure of %s once", (paper, tables, figures) => {
    const wanted = [
      ...Array.from({ length: tables }, (_, at) => `${paper} table ${at + 1}`),
      ...Array.from({ length: figures }, (_, at) => `${paper} figure ${at + 1}`),
    ];
    const named = tableUnder("Every table and figure").flatMap(([cell = ""]) => namedIn(cell));
    expect(named.filter((each) => each.startsWith(`${paper} `)).toSorted()).toEqual(wanted.toSorted());
  });

  it("gives a command of the page for each, or says why there is none", () => {
    const known = commands.map(({ name }) => name);
    const rows = tableUnder("Every table and figure");
    const hasNone = rows.filter(([, command, why]) => command === "-" && why !== "");
    const named = rows
      .filter((row) => !hasNone.includes(row))
      .map(([what, command = ""]) => ({ what, names: spans(command) }));
    expect(
      named.filter(({ names }) => names.length === 0 || names.some((name) => !known.includes(name))),
    ).toEqual([]);
  });

  it("says what each command needs, and has rows of each", () => {
    expect(tableUnder("Commands").filter(([, , needs = ""]) => needs === "")).toEqual([]);
    expect(commands.map(({ name }) => name)).toEqual([...new Set(PRINTED.map(({ command }) => command))]);
  });

  it("has the rows that were checked by hand", () => {
    expect(page).toContain(printedAsMarkdown());
  });

  it.each(PRINTED)(
    "has rows that $command prints: $part",
    async ({ command, part, rows }) => {
      const text = inOneLine(partOf(await outputOf(command), part));
      for (const row of rows) expect(text).toContain(AS_JSON.has(command) ? row : ` ${row} `);
    },
    300_000,
  );

  it("says on how few runs a command with a model is tried", () => {
    expect(page).toContain(`\`${FEW_RUNS.join(" ")}\``);
  });

  it.each([
    ["positions", "coverage.svg", "Coverage against target"],
    ["breakdown", "breakdown.svg", "step, by tokens"],
  ])("draws where %s says", async (name, file, title) => {
    await outputOf(name);
    expect(await readFile(file, "utf8")).toContain(`${title}</text>`);
  });
});
