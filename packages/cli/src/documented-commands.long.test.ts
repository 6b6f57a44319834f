import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import {
  calibrateVerifier,
  constantScorer,
  writeCalibration,
  writeVerifierCalibration,
} from "@langgraph-rollback/attribution";
import { stringifyTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { failuresAt } from "@langgraph-rollback/attribution/testing";
import { startOpenaiServer } from "@langgraph-rollback/attributors/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evaluationFixture } from "./fixtures/evaluation-fixture.ts";
import { labelJudged, recordJudged } from "./fixtures/judged-database.ts";
import { recordLearning } from "./fixtures/learning-database.ts";
import { recordFailures } from "./fixtures/labelled-database.ts";
import { recordRuns } from "./fixtures/replayed-agent.ts";
import { opinionLines } from "./fixtures/opinion-lines.ts";
import { recordTickets as recordTicketRuns } from "./fixtures/recorded-tickets.ts";
import { recordWorkspace } from "./fixtures/workspace-database.ts";
import { runHere } from "./fixtures/run-here.ts";
import { sqlite } from "./fixtures/sqlite.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const home = process.cwd();
const folder = await mkdtemp(path.join(tmpdir(), "documented-"));

interface Documented {
  readonly file: string;
  readonly line: string;
  /** Whether the reader has set the address of an endpoint before. */
  readonly hasEndpoint: boolean;
}

/** Commands of a queue need a server and a newer Node: `*.workers.test.ts` run them. */
const OF_A_QUEUE = /rollback (?:work|enqueue) | --queue /;

/** Of every shell block of the README files and of docs/, what calls the command line; docs/calibrate.md has a test of its own, and so has the server of docs/mcp.md. */
const commands: readonly Documented[] = [
  "README.md",
  ...readdirSync(path.join(root, "docs")).map((name) => `docs/${name}`),
  ...readdirSync(path.join(root, "packages")).map((name) => `packages/${name}/README.md`),
]
  .filter((file) => file.endsWith(".md") && file !== "docs/calibrate.md" && existsSync(path.join(root, file)))
  .flatMap(commandsOf);

function commandsOf(file: string): readonly Documented[] {
  const markdown = readFileSync(path.join(root, file), "utf8");
  return [...markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, source = ""]) =>
    source
      .replaceAll(/ \\\n\s*/g, " ")
      .split("\n")
      .map((line) => line.replace(/\s+#.*$/, ""))
      .filter((line) => /^(langgraph-rollback|npx @langgraph-rollback\/cli) /.test(line))
      .map((line) => ({ file, line, hasEndpoint: source.includes("export OPENAI_") })),
  );
}

/** As the reader would call it, but for what takes long, a port that may be taken here, and a folder that would stay. */
function argumentsOf(line: string, place: number, file: string): readonly string[] {
  const isReplay = /rollback (replay|label) /.test(line);
  const [, ...args] =
    line
      .replace("npx @langgraph-rollback/cli", "langgraph-rollback")
      .replace("--port 4000", "--port 0")
      .replace("./agent.js", isReplay ? "./replayed.mjs" : "./agent.mjs")
      .replace("./tickets.js", "./tickets.mjs")
      .replace("./guarded.js", "./guarded.mjs")
      // A database of the 150 runs that it takes is long in the making.
      .replace("--alarm runs.sqlite", "--alarm recorded.jsonl")
      .replace("learn runs.sqlite", "learn learning.sqlite")
      .replace("files runs.sqlite", "files workspace.sqlite")
      .replace("runs.sqlite", isReplay || file.includes("by-replay") ? "replayed.sqlite" : "runs.sqlite")
      .match(/"[^"]*"|[^\s"]+/g)
      ?.map((arg) =>
        arg.replaceAll('"', "").replace("packages/cli/cassettes", path.join(root, "packages/cli/cassettes")),
      ) ?? [];
  if (args[0] === "demo")
    return [...args, "--problems", "2", "--calibrate", "4", "--folder", path.join(folder, `demo-${place}`)];
  const splits = args[0] === "evaluate" && !/--attributor|--estimate/.test(line);
  return splits ? [...args, "--splits", "5"] : args;
}

/** The judges of docs/benchmarks.md. */
const BENCHMARK_JUDGES = [
  "Gemini-3-Flash-Preview-Thinking",
  "Kimi-K2.5-Thinking",
  "GPT-5.2-Thinking (medium)",
  "DeepSeek-V3.2-Thinking",
  "GPT-5.2-Chat",
];

/** Names in the folder before any command was run. */
let given: readonly string[] = [];

/** Every document is read by somebody who has not run the commands of another one, but all of this one. */
async function forgetOtherDocuments(): Promise<void> {
  const made = readdirSync(folder).filter((name) => !given.includes(name));
  for (const name of made) await rm(path.join(folder, name), { recursive: true });
}

beforeAll(async () => {
  process.chdir(folder);
  const failures = evaluationFixture(12);
  await writeFile("failures.jsonl", failures);
  await writeFile("who-and-when.jsonl", failures.replaceAll('"sums"', '"hand-crafted"'));
  await writeFile("opinions.jsonl", opinionLines(["judge-a", "judge-b"], 24));
  await writeFile("agentprocessbench-marks.jsonl", opinionLines(BENCHMARK_JUDGES, 24, 24));
  const scores = Array.from({ length: 240 }, (_, at) => [0.9, at % 2 === 0 ? 0.8 : 0.3, 0.5]);
  const scored = scores.map((each, at) => ({ id: `run-${at}`, right: at % 2 === 0, scores: each }));
  await writeFile("scored.jsonl", scored.map((run) => `${JSON.stringify(run)}\n`).join(""));
  const recorded = scored.map(({ id, right }, nth) => {
    const said = [`${nth}`, right ? "counted" : "Error: no", "done"];
    const steps = said.map((content, index) => ({ index, agent: "solve", content }));
    return stringifyTrajectory({ id, task: "count", steps, outcome: { ok: right } });
  });
  await writeFile("recorded.jsonl", recorded.map((run) => `${run}\n`).join(""));
  await writePilot();
  await writeGuarded();
  await writeCalibration("calibration.json", {
    format: "langgraph-rollback/calibration",
    version: 3,
    method: "suffix",
    alpha: 0.2,
    n: 5,
    scorerFingerprint: constantScorer().fingerprint,
    failures: failuresAt([0.1, 0.2, 0.3, 0.4, 0.5]),
    scorerModel: { kind: "constant" },
  });
  for (const name of ["runs.sqlite", "agent.sqlite"]) {
    const saver = sqlite.open?.(name);
    if (saver !== undefined) await recordFailures(saver, ["plan", "solve"]);
  }
  await recordLearning("learning.sqlite", 2);
  const files = sqlite.open?.("workspace.sqlite");
  if (files !== undefined) await recordWorkspace(files, folder);
  await recordJudgedRuns();
  await recordTickets();
  const saver = sqlite.open?.("tickets.sqlite");
  if (saver !== undefined) await recordTicketRuns("tickets.mjs", saver);
  const published = new URL("fixtures/published/who-and-when.json", import.meta.url);
  await cp(published, "Hand-Crafted/1.json");
  await cp(new URL("fixtures/otlp/genai-wrong-answer.otlp.json", import.meta.url), "otlp.json");
  await cp(new URL("fixtures/langsmith/math-tool-error.runs.json", import.meta.url), "langsmith.json");
  await cp(new URL("fixtures/langfuse/crewai-2025-07-11.json", import.meta.url), "langfuse.json");
  await cp(new URL("fixtures/traces/claude-code.jsonl", import.meta.url), "sessions/1.jsonl");
  await cp(new URL("fixtures/traces/openai-chat.jsonl", import.meta.url), "chats.jsonl");
  await writeFile("names.json", '{ "assistant": "agent" }');
  given = readdirSync(folder);
});

/** The runs of docs/verifiers.md, which somebody has judged. */
async function recordJudgedRuns(): Promise<void> {
  const saver = sqlite.open?.("runs.sqlite");
  if (saver === undefined) return;
  await recordJudged(saver, [0.1, 0.4, 0.9], "total-judge-1");
  await labelJudged("runs.sqlite", "runs.labels.jsonl", () => true);
}

/** The agent that is replayed, its failures, and the note of docs/replay.md. */
async function recordTickets(): Promise<void> {
  const saver = sqlite.open?.("replayed.sqlite");
  if (saver === undefined) return;
  const nodes = ["plan", "search", "solve", "check", "answer"] as const;
  const tasks = [0, 1, 2, 3].flatMap((round) =>
    nodes.map((wrongAt, at) => [`tickets-${5 * round + at}`, { wrongAt }] as const),
  );
  await recordRuns(saver, path.resolve("replayed.mjs"), Object.fromEntries(tasks));
  await writeFile("hint.md", "Mind the sums.");
}

/** The agent of docs/operating.md, with a thread that has ended and one that waits for an approval. */
async function writeGuarded(): Promise<void> {
  await writeFile(
    "guarded.mjs",
    `import { Annotation, MemorySaver, START, StateGraph } from ${JSON.stringify(import.meta.resolve("@langchain/langgraph"))};
     import { withRollback } from ${JSON.stringify(import.meta.resolve("langgraph-rollback"))};
     const node = () => ({ said: "done" });
     const graph = new StateGraph(Annotation.Root({ said: Annotation() }))
       .addNode("plan", node).addNode("book", node).addEdge(START, "plan").addEdge("plan", "book")
       .compile({ checkpointer: new MemorySaver() });
     const failed = new Set(["tickets-2"]);
     export const agent = withRollback(graph, { verify: ({ threadId }) => !failed.delete(threadId), approve: "always" });
     for (const id of ["tickets-1", "tickets-2"]) await agent.invoke({}, { configurable: { thread_id: id } });`,
  );
}

/** The agent of docs/pilot.md, its tasks, and what calibrates its verifier. */
async function writePilot(): Promise<void> {
  const langgraph = JSON.stringify(import.meta.resolve("@langchain/langgraph"));
  await writeFile(
    // The reader's project says that its .js files are modules.
    "agent.mjs",
    `import { Annotation, END, START, StateGraph } from ${langgraph};
     const State = Annotation.Root({ prices: Annotation(), total: Annotation(), note: Annotation() });
     export const graph = new StateGraph(State)
       .addNode("add", ({ prices, note }) => ({ total: prices[0] + prices[1] + (note ? 0 : 1) }))
       .addEdge(START, "add").addEdge("add", END).compile();
     export const verify = Object.assign(({ output }) => ({ ok: true, score: output.total % 2 }), { fingerprint: "total-judge-1" });
     export const truth = ({ output }, line) => output.total === line.total;
     export const options = { noteChannel: "note" };`,
  );
  const tasks = [1, 2, 3].map(
    (price) => `${JSON.stringify({ input: { prices: [1, price] }, total: 1 + price })}\n`,
  );
  await writeFile("tasks.jsonl", tasks.join(""));
  const verdicts = Array.from({ length: 40 }, (_, at) => ({
    score: at % 5 === 0 ? 0 : 1,
    right: at % 5 > 0,
  }));
  await writeFile("verdicts.jsonl", verdicts.map((verdict) => `${JSON.stringify(verdict)}\n`).join(""));
  await writeVerifierCalibration("verifier.json", calibrateVerifier(verdicts, { verifier: "total-judge-1" }));
}

afterAll(async () => {
  process.chdir(home);
  await rm(folder, { recursive: true });
});

describe.skipIf(sqlite.open === undefined)(`the commands of the docs${sqlite.missing}`, () => {
  it("are many, and every command is among them or has docs of its own", async () => {
    expect(commands.length).toBeGreaterThan(12);
    const { out } = await runHere(["--help"]);
    const known = [...out.matchAll(/^ {2}([a-z]+) \[options\]/gm)].map(([, name = ""]) => name);
    const own = ["calibrate", "mcp"].map((name) => readFileSync(path.join(root, `docs/${name}.md`), "utf8"));
    const shown = [...commands.map(({ line }) => line), ...own].join("\n");
    expect(known.filter((name) => !new RegExp(`(rollback|cli) ${name}\\b`).test(shown))).toEqual([]);
  });

  it.each(commands.filter(({ line }) => !OF_A_QUEUE.test(line)))(
    "run: $line ($file)",
    async ({ file, hasEndpoint, line }) => {
      const place = commands.findIndex((each) => each.file === file && each.line === line);
      if (commands.findIndex((each) => each.file === file) === place) await forgetOtherDocuments();
      const server = await startOpenaiServer(() => ({
        json: { reason: "It began there.", agent: "planner", step: 1, confidence: 0.8 },
      }));
      const env = hasEndpoint ? { OPENAI_BASE_URL: server.baseURL } : {};
      const { code, err } = await runHere(argumentsOf(line, place, file), env, async () => {});
      await server.close();
      expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining("error:") });
    },
  );
});
