import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { sqlite } from "../fixtures/sqlite.ts";

const root = path.join(import.meta.dirname, "../..");
const home = await mkdtemp(path.join(tmpdir(), "exported-tests-"));
afterAll(() => rm(home, { recursive: true }));

/** An example with a mistake in it, and the line by which a user mends it. */
interface Example {
  readonly name: string;
  /** Module with `makeGraph`, `verify` and `input`. */
  readonly agent: string;
  /** The line with the mistake, and what takes its place. */
  readonly mend: readonly [mistake: string, mended: string];
  readonly reason: string;
  readonly runner: "vitest" | "node";
  /** Options that a user adds to the test, where recorded answers of tools do not show the failure. */
  readonly added?: string;
}

const from = (file: string): string => JSON.stringify(pathToFileURL(path.join(root, "examples", file)).href);

/** A module of a user's: one that wraps the graph of an example. */
const agentOf = (imports: string, setting: string, graph: string, input: string): string => `
import { withRollback } from "langgraph-rollback";
import { loadProblems } from ${from("simulation/src/index.ts")};
${imports}
const problems = await loadProblems();
const problem = (id) => problems.find((each) => each.id === id);
${setting}
export const input = ${input};
export const makeGraph = (checkpointer) =>
  withRollback(${graph}, { verify, maxRollbacks: 0, record: { models: true, tools: true } });
export const graph = makeGraph();
`;

/** The agent of the travel desk, in a world that is made when the module is loaded. */
const travelAgent = `
import { withRollback } from "langgraph-rollback";
import { openDesk } from ${from("travel-desk/src/agent/open-desk.ts")};
import { scriptedModel } from ${from("travel-desk/src/agent/scripted-model.ts")};
import { travelAgent } from ${from("travel-desk/src/agent/travel-agent.ts")};
import { keyOf } from ${from("travel-desk/src/agent/travel-desk.ts")};
import { travelEffects } from ${from("travel-desk/src/agent/travel-effects.ts")};
import { lisbon, requestText } from ${from("travel-desk/src/agent/trip-request.ts")};
import { verifyTrip } from ${from("travel-desk/src/agent/verify-trip.ts")};
import { newWorld } from ${from("travel-desk/src/world/new-world.ts")};
import { nodeOptions } from ${from("travel-desk/src/fixtures/desks.ts")};
const { database } = await newWorld("sqlite");
const desk = await openDesk(database.address, { keyOf, nodeOptions });
const advice = "";
const verify = ({ output }) => verifyTrip(database, lisbon, output?.messages);
export const input = { messages: [{ role: "user", content: requestText(lisbon) }] };
export const makeGraph = (checkpointer) =>
  withRollback(travelAgent({ model: scriptedModel(lisbon), tools: desk.tools, checkpointer, advice }), {
    verify,
    maxRollbacks: 0,
    effects: travelEffects(desk),
    record: { models: true, tools: true },
  });
export const graph = makeGraph();
`;

const EXAMPLES: readonly Example[] = [
  {
    name: "gsm8k-team, whose prompt is changed",
    agent: agentOf(
      `import { HumanMessage } from "@langchain/core/messages";
import { createTeamGraph, simulatedSolver, teamInput, verifyAnswer } from ${from("gsm8k-team/src/team.ts")};`,
      `const ADVICE = "";
const simulated = simulatedSolver({ problems, rates: { repeatUnseen: 0 } });
const advised = (messages) => [...messages.slice(0, -1), new HumanMessage(ADVICE), ...messages.slice(-1)];
const model = {
  invoke: (messages, options) => simulated.invoke(ADVICE === "" ? messages : advised(messages), options),
};
const verify = verifyAnswer(problems);`,
      "createTeamGraph(model, checkpointer)",
      'teamInput(problem("gsm8k-train-3217"), 1)',
    ),
    mend: ['const ADVICE = "";', 'const ADVICE = "Check each figure against the question.";'],
    reason: "34 is not the answer to the question.",
    runner: "vitest",
  },
  {
    name: "macnet, which gets critics",
    agent: agentOf(
      `import { macnetGraph, macnetInput, simulatedNetwork, verifyReport } from ${from("macnet/src/index.ts")};`,
      `const network = { topology: "chain", agents: 1 };
const model = simulatedNetwork({ problems });
const verify = verifyReport(problems);`,
      "macnetGraph({ model, ...network, seed: 1, checkpointer })",
      'macnetInput(problem("gsm8k-test-1132"), 1)',
    ),
    mend: ['topology: "chain", agents: 1', 'topology: "tree", agents: 4'],
    reason: "15000 is not the answer to the question.",
    runner: "node",
  },
  {
    name: "dylan, in which more agents have a say",
    agent: agentOf(
      `import { dylanGraph, dylanInput, simulatedAgents, verifyAgreedAnswer } from ${from("dylan/src/index.ts")};`,
      `const team = { agents: 1, rounds: 1 };
const model = simulatedAgents({ problems });
const verify = verifyAgreedAnswer(problems);`,
      "dylanGraph({ model, ...team, checkpointer })",
      'dylanInput(problem("gsm8k-train-3217"), 1)',
    ),
    mend: ["agents: 1, rounds: 1", "agents: 4, rounds: 1"],
    reason: "23 is not the answer to the question.",
    runner: "node",
  },
  {
    name: "travel-desk, whose prompt is changed, and whose tools run in a world of the test",
    agent: travelAgent,
    mend: ['const advice = "";', 'const advice = "Days are written year-month-day.";'],
    reason: "The flight should be on 2027-03-12, but is on 2027-03-21.",
    runner: "vitest",
    // The verifier looks at what the tools have done.
    added: 'tools: { "*": "run" },',
  },
];

/** What a user does in each folder: the graph runs once, on a thread of a database, and the run is exported. One process for all: it takes longer to load than to run. */
const PREPARE = `
import { rm, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { runHere } from ${JSON.stringify(pathToFileURL(path.join(root, "packages/cli/src/fixtures/run-here.ts")).href)};
const projects = JSON.parse(process.argv[2]);
for (const { folder } of projects) {
  // Loaded for itself: what it does outside is not there when the export loads it again.
  const { input, makeGraph } = await import(pathToFileURL(folder + "/agent.mjs") + "?recorded");
  const saver = SqliteSaver.fromConnString(folder + "/runs.sqlite");
  await makeGraph(saver).invoke(input, { configurable: { thread_id: "t" } });
  saver.db.close();
}
console.log("recorded");
const told = [];
for (const { folder, runner, file } of projects) {
  process.chdir(folder);
  const words = ["--as", "test", "--thread", "t", "--graph", "./agent.mjs#graph", "--on-miss", "run"];
  told.push(await runHere(["export", "runs.sqlite", ...words, "--runner", runner, "--out", file]));
  for (const end of ["", "-wal", "-shm"]) await rm("runs.sqlite" + end, { force: true });
}
await writeFile("../told.json", JSON.stringify(told));
// Agents leave open what they have opened.
process.exit();
`;

/** Packages are read from their sources. In a user's project, nothing of this is needed. */
const CONFIG = `
import { defineConfig } from "vitest/config";
const conditions = ["@langgraph-rollback/source"];
const test = { experimental: { fsModuleCache: true, fsModuleCachePath: ${JSON.stringify(path.join(home, "modules"))} } };
export default defineConfig({ resolve: { conditions }, ssr: { resolve: { conditions } }, test });
`;

const sources = [
  "--conditions",
  "@langgraph-rollback/source",
  "--import",
  pathToFileURL(path.join(root, "test/fixtures/typescript-hooks.mjs")).href,
];
const vitest = path.join(root, "node_modules/vitest/vitest.mjs");

const folderOf = (name: string): string => path.join(home, name.replaceAll(/\W+/g, "-"));
const fileOf = (runner: Example["runner"]): string =>
  runner === "vitest" ? "failure.test.ts" : "failure.test.mjs";

/** Runs a program of Node in a folder. */
async function run(cwd: string, ...words: readonly string[]) {
  const env = { PATH: process.env["PATH"], NO_COLOR: "1", CI: "1" };
  const child = spawn(process.execPath, words, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  await once(child, "close");
  return { code: child.exitCode, said };
}

/** Makes a folder of a user's for each agent, and exports its failed run. @returns what each export says */
async function prepared(): Promise<readonly unknown[]> {
  const modules = path.join(root, "test/node_modules");
  await symlink(modules, path.join(home, "node_modules"));
  for (const { agent, name } of EXAMPLES) {
    const folder = folderOf(name);
    await mkdir(folder);
    await symlink(modules, path.join(folder, "node_modules"));
    await writeFile(path.join(folder, "agent.mjs"), agent);
    await writeFile(path.join(folder, "vitest.config.mjs"), CONFIG);
  }
  await writeFile(path.join(home, "prepare.mjs"), PREPARE);
  const projects = EXAMPLES.map(({ name, runner }) => ({
    folder: folderOf(name),
    runner,
    file: fileOf(runner),
  }));
  const { code, said } = await run(home, ...sources, "prepare.mjs", JSON.stringify(projects));
  expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/^recorded\n/) });
  const told: unknown = JSON.parse(await readFile(path.join(home, "told.json"), "utf8"));
  return Array.isArray(told) ? told : [];
}

describe.skipIf(sqlite.open === undefined)(`an export as test${sqlite.missing}`, () => {
  let told: readonly unknown[] = [];
  beforeAll(async () => {
    told = await prepared();
  }, 600_000);

  it.each(EXAMPLES)(
    "of $name fails until the mistake is mended, without the database",
    async (example) => {
      const { added = "", agent, mend, name, reason, runner } = example;
      const at = (file: string): string => path.join(folderOf(name), file);
      const says = added === "" ? `as the run failed: ${reason}` : "fails otherwise than the run";
      expect(told[EXAMPLES.indexOf(example)]).toMatchObject({ code: 0, out: expect.stringContaining(says) });
      const file = fileOf(runner);
      const test = () =>
        runner === "vitest"
          ? run(at("."), vitest, "run", "--root", at("."), file)
          : run(at("."), ...sources, "--test", file);

      const source = await readFile(at(file), "utf8");
      await writeFile(at(file), source.replace('onMiss: "run",', `onMiss: "run", ${added}`));
      const before = await test();
      expect(before).toMatchObject({ code: 1, said: expect.stringContaining(reason) });
      const mended = (await readFile(at("agent.mjs"), "utf8")).replace(...mend);
      expect(mended).not.toBe(agent);
      await writeFile(at("agent.mjs"), mended);
      expect(await test()).toMatchObject({ code: 0 });
    },
    600_000,
  );
});
