import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { spawnFromSources } from "./fixtures/spawn-command.ts";

/** In the package, so that the graph finds what it imports. */
const folder = fileURLToPath(new URL("../.cache/interrupted/", import.meta.url));

/** An agent that says when it is at work, and takes its time. */
const AGENT = `
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { setTimeout } from "node:timers/promises";

const State = Annotation.Root({ sum: Annotation() });
export const graph = new StateGraph(State)
  .addNode("add", async () => {
    console.error("adding");
    await setTimeout(200);
    return { sum: 1 };
  })
  .addEdge(START, "add")
  .addEdge("add", END)
  .compile();
export const verify = () => true;
`;

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}agent.mjs`, AGENT);
  const tasks = Array.from({ length: 500 }, (_, index) => `{"id": "task-${index}", "input": {"sum": 0}}\n`);
  await writeFile(`${folder}tasks.jsonl`, tasks.join(""));
  await writeFile(`${folder}calibration.json`, "what was there before");
});
afterAll(() => rm(folder, { recursive: true }));

it("calibrate ends on Ctrl-C with 130, writes nothing, and leaves alone what was there", async () => {
  const graph = ["--graph", `${folder}agent.mjs#graph`, "--tasks", `${folder}tasks.jsonl`];
  const files = ["--out", `${folder}calibration.json`, "--keep", `${folder}planted.jsonl`, "--force"];
  const calibrate = spawnFromSources(["calibrate", ...graph, ...files]);
  await calibrate.says(/adding\n[\s\S]*adding\n/);
  calibrate.interrupt();
  expect(await calibrate.ended).toMatchObject({ code: 130, out: "" });
  expect(await readdir(folder)).toEqual(["agent.mjs", "calibration.json", "tasks.jsonl"]);
  expect(await readFile(`${folder}calibration.json`, "utf8")).toBe("what was there before");
});

it("calibrate ends although the agent holds something open", async () => {
  const open = `${AGENT.replace("setTimeout(200)", "setTimeout(1)")}\nsetInterval(() => {}, 60_000);`;
  await writeFile(`${folder}open.mjs`, open);
  await writeFile(`${folder}one.jsonl`, '{"input": {"sum": 0}}\n');
  const graph = ["--graph", `${folder}open.mjs#graph`, "--tasks", `${folder}one.jsonl`];
  const { code, err } = await spawnFromSources(["calibrate", ...graph, "--out", `${folder}none.json`]).ended;
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining("No planted fault made a run fail"),
  });
});
