import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { startOpenaiServer } from "@langgraph-rollback/attributors/testing";
import { onTestFinished } from "vitest";

import { runHere } from "../../packages/cli/src/fixtures/run-here.ts";
import { HAND_CRAFTED, judgeByHand, publishedTrace } from "../docs/support/papers-judge.ts";

export const HOSTILE = `<img src=x onerror="globalThis.hacked = true">\u202E`;

/** Failed runs, and what methods said of them by `evaluate --findings`; gone after the test. */
export interface FoundRuns {
  readonly data: string;
  readonly findings: string;
}

/** Two hand-crafted runs of Who&When's layout, judged by scripted methods. */
export async function foundRuns(): Promise<FoundRuns> {
  const folder = await mkdtemp(path.join(tmpdir(), "found-runs-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const at = (name: string): string => path.join(folder, name);
  await mkdir(at("published"));
  for (const [index, trace] of HAND_CRAFTED.entries())
    await writeFile(at(`published/${index + 1}.json`), publishedTrace(trace, false));
  await runHere(["import", "--from", "who-and-when", at("published"), "--out", at("data.jsonl")]);
  const server = await startOpenaiServer(judgeByHand);
  try {
    const asked = ["--attributor", "raffles,echo,chief,all-at-once", "--price", "1:1"];
    const files = ["--data", at("data.jsonl"), "--findings", at("findings.jsonl")];
    await runHere(["evaluate", ...files, ...asked], { OPENAI_BASE_URL: server.baseURL });
  } finally {
    await server.close();
  }
  return { data: at("data.jsonl"), findings: at("findings.jsonl") };
}

/** The same, told by somebody who means harm: the panel disagrees, the graph has edges of each kind, and every text is markup. */
export async function hostileRuns(): Promise<FoundRuns> {
  const runs = await foundRuns();
  const lines = (await readFile(runs.findings, "utf8")).trimEnd().split("\n");
  const first = lines.map((line) => JSON.parse(line)).filter(({ id }, _at, [one]) => id === one.id);
  const vote = (role: string, step: number, agent: string, confidence: number) => ({
    role,
    step,
    confidence,
    reason: HOSTILE,
    subject: "both",
    agents: [agent],
    temperature: 0.5,
    counted: confidence >= 0.3,
  });
  const patterns = [{ scope: "local", bias: HOSTILE, anomaly: "the sum is off" }];
  const details = {
    echo: {
      votes: [
        vote("conservative", 1, "WebSurfer", 0.9),
        vote("skeptical", 2, "WebSurfer", 0.75),
        vote("liberal", 0, HOSTILE, 0.2),
      ],
      agreement: { agent: 1, step: 0.55 },
      disagreement: { kinds: 1, spread: 0.15, consistent: true, conflicting: true, review: true },
      alternatives: [{ agents: ["WebSurfer"], step: 2, weight: 0.25, roles: ["skeptical"], reason: HOSTILE }],
    },
    chief: {
      graph: {
        subtasks: [
          {
            name: "ask",
            goal: HOSTILE,
            needs: "",
            yields: "",
            start: 0,
            end: 0,
            oracle: { goal: "a plan", preconditions: [], evidence: [], acceptance: [] },
          },
          {
            name: HOSTILE,
            goal: "find the price",
            needs: "",
            yields: "",
            start: 1,
            end: 3,
            oracle: { goal: "", preconditions: [], evidence: [], acceptance: ["two sources", "a date"] },
          },
        ],
        agents: [
          { subtask: 0, agent: "Orchestrator", steps: [0] },
          {
            subtask: 1,
            agent: "WebSurfer",
            steps: [1, 2],
            otar: { observation: HOSTILE, thought: "an old page will do", action: "", result: "18 crowns" },
          },
          { subtask: 1, agent: "Orchestrator", steps: [3] },
        ],
        subtaskEdges: [{ from: 0, to: 1, type: "order", patterns }],
        agentEdges: [
          { subtask: 1, from: "WebSurfer", to: "Orchestrator", type: "observation", patterns },
          { subtask: 1, from: "Orchestrator", to: "WebSurfer", type: "feedback", patterns: [] },
        ],
        stepEdges: [{ from: 0, to: 1, output: "the plan", input: HOSTILE }],
        loops: [],
      },
    },
  };
  const changed = first.map((line) => ({
    ...line,
    reason: HOSTILE,
    details: {
      ...line.details,
      ...(line.method === "echo" ? details.echo : line.method === "chief" ? details.chief : {}),
    },
  }));
  await writeFile(runs.findings, changed.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return runs;
}
