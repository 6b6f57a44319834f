import { createServer } from "node:http";

import { afterAll, describe, expect, it, onTestFinished } from "vitest";

import { runCommandLine } from "../command-line.ts";
import { queueDatabase } from "../fixtures/queue-database.ts";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { spawnFromSources } from "../fixtures/spawn-command.ts";

const { at, file } = await scratchFolder();
const { database, missing } = await queueDatabase();
afterAll(() => database?.drop());
const queue = database?.args ?? [];
const from = (name: string): string => JSON.stringify(import.meta.resolve(name));

/** Agents that do what their task says. Their checkpoints are in the memory of the process that the tests run in. */
const agents = `
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Annotation, interrupt, MemorySaver, StateGraph } from ${from("@langchain/langgraph")};
import { inProcessThreadLock, withRollback } from ${from("langgraph-rollback")};
const State = Annotation.Root({ task: Annotation(), answer: Annotation() });
const checkpointer = new MemorySaver();
export const agent = (lock) => withRollback(new StateGraph(State).addNode("work", async ({ task }, { signal }) => {
  while (task.startsWith("until ") && !existsSync(task.slice(6))) await sleep(20, undefined, { signal });
  if (task === "throw") throw new RangeError("No such order.");
  return { answer: task === "ask" ? interrupt("May I?") : "done: " + task };
}).addEdge("__start__", "work").compile({ checkpointer }), { verify: () => true, maxRollbacks: 0, ...(lock && { lock }) });
export const own = inProcessThreadLock({ whenBusy: "wait" });
`;
const graphs = (name: string, exported: string): Promise<string> => file(name, `${agents}\n${exported}`);
const made = await graphs(
  "made.mjs",
  "export const graphs = ({ lock, connectionString }) => ({ support: agent(lock), [new URL(connectionString).pathname.slice(1)]: agent(lock) });",
);

/** A worker of this process, once it is ready, and a way to end it. */
async function working(...args: readonly string[]) {
  const [said, errors]: [string[], string[]] = [[], []];
  let stop = (): void => {};
  let isUp = (): void => {};
  const up = new Promise<void>((resolve) => (isUp = resolve));
  const output = {
    print: (text: string) => said.push(text),
    printError: (text: string) => errors.push(text),
    startProgress: () => ({ advance() {}, done() {}, fail() {} }),
  };
  const ended = runCommandLine(["work", ...args, ...queue], output, {}, () => {
    isUp();
    return new Promise((resolve) => (stop = resolve));
  });
  onTestFinished(async () => {
    stop();
    await ended;
  });
  await Promise.race([
    up,
    ended.then((code) => Promise.reject(new Error(`It ended with ${code}: ${errors.join()}`))),
  ]);
  return {
    said,
    stop: async (): Promise<number> => {
      stop();
      return ended;
    },
  };
}

const enqueue = (thread: string, task: string, ...more: readonly string[]) =>
  runHere(["enqueue", "support", thread, "--input", JSON.stringify({ task }), ...more, ...queue]);

describe.skipIf(database === undefined)(`work and enqueue${missing}`, () => {
  it("work on the graphs of a function that is given a lock, and tell of each run", async () => {
    const worker = await working("--graphs", made, "--name", "ada", "--concurrency", "2");
    const plain = await enqueue("plain", "tidy");
    expect(plain).toMatchObject({ code: 0, err: "" });
    expect(plain.out).toMatch(/^Run [0-9a-f-]+ on thread plain: succeeded after 1 attempt\.\n/);
    expect(JSON.parse(plain.out.slice(plain.out.indexOf("\n")))).toEqual({
      task: "tidy",
      answer: "done: tidy",
    });
    const thrown = await enqueue("thrown", "throw");
    expect(thrown).toMatchObject({ code: 1, err: 'error: The run ended as "failed".' });
    expect(thrown.out).toContain("RangeError: No such order.");
    const asks = await enqueue("asks", "ask");
    expect(asks).toMatchObject({ code: 0, out: expect.stringContaining("May I?") });
    expect(await worker.stop()).toBe(0);
    const said = worker.said.map((line) => line.replace(/[0-9a-f-]{36}/, "ID").replace(/\d+\.\d s/, "N s"));
    expect(said).toEqual([
      "Worker ada is ready for support, test, 2 runs of each at once, until Ctrl-C or SIGTERM.",
      "support, thread plain: started (run ID)",
      "support, thread plain: succeeded after N s (run ID)",
      "support, thread thrown: started (run ID)",
      "support, thread thrown: failed after N s, No such order. (run ID)",
      "support, thread asks: started (run ID)",
      "support, thread asks: waits for an answer, after N s (run ID)",
      "Stopping: no run is under way.",
      "Stopped: 2 runs ended here, 0 handed over.",
    ]);
  });

  it("hand over what does not end within the grace, and another worker goes on with it", async () => {
    const first = await working("--graphs", made, "--grace", "0", "--json");
    const task = `until ${at("handed-over")}`;
    const enqueued = enqueue("hangs", task, "--json");
    const events = () => first.said.map((line) => JSON.parse(line));
    await expect.poll(() => events().map(({ event }) => event)).toContain("started");
    expect(await first.stop()).toBe(0);
    expect(events()).toMatchObject([
      { event: "ready", graphs: ["support", "test"], concurrency: 8 },
      { event: "started", graph: "support", threadId: "hangs", status: "running", starts: 1 },
      { event: "stopping", active: 1, graceSeconds: 0 },
      { event: "goes-on", threadId: "hangs", status: "queued" },
      { event: "stopped", ended: 0, givenBack: 1 },
    ]);
    await file("handed-over", "");
    const second = await working("--graphs", made, "--quiet");
    const { code, out } = await enqueued;
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      status: "succeeded",
      starts: 2,
      problems: [{ code: "HANDED_OVER" }],
      output: { answer: `done: ${task}` },
    });
    await second.stop();
    expect(second.said).toEqual([]);
  });

  it.each([
    ["an object", "export const graphs = { support: agent(own) };", ""],
    ["an object of another name", "export const mine = { support: agent(own) };", "#mine"],
    ["graphs under their own names", "export const support = agent(own);", ""],
  ])("take %s as well", async (_, exported, name) => {
    const module = await graphs(`exported-${exported.length}.mjs`, exported);
    const worker = await working("--graphs", `${module}${name}`);
    expect(worker.said[0]).toContain("is ready for support, 8 runs");
    expect((await enqueue(exported, "tidy")).code).toBe(0);
    expect(await worker.stop()).toBe(0);
  });

  it("watch a run, whose input is piped", async () => {
    const worker = await working("--graphs", made, "--name", "ada", "--quiet");
    const piped = (...more: readonly string[]) =>
      runHere(
        ["enqueue", "support", "piped", "--input", "-", "--watch", ...more, ...queue],
        {},
        undefined,
        '{"task":"tidy"}',
      );
    const { code, out } = await piped();
    expect(code).toBe(0);
    // A run that starts at once was never seen queued, and one that is fast was never seen running.
    expect(out.replace(/^queued\n/, "").replace(/^running on ada\n/, "")).toMatch(
      /^(attempt 1: \{"work":\{"answer":"done: tidy"\}\}\n)?Run .*succeeded/,
    );
    const events = (await piped("--json")).out.split("\n").map((line) => JSON.parse(line));
    expect(events.at(-1)).toMatchObject({ type: "status", status: "succeeded", run: { threadId: "piped" } });
    await worker.stop();
  });

  it("serve health and figures", async () => {
    const worker = await working("--graphs", made, "--name", "ada", "--health", "127.0.0.1:0", "--json");
    const { health: url } = JSON.parse(worker.said[0] ?? "");
    await enqueue("figures", "tidy");
    const health = await fetch(`${url}/health`);
    expect(health.status).toBe(200);
    expect(await health.json()).toMatchObject({
      status: "working",
      worker: "ada",
      active: 0,
      graphs: ["support", "test"],
    });
    const figures = await (await fetch(`${url}/metrics`)).text();
    expect(figures.split("\n")).toEqual(
      expect.arrayContaining([
        "langgraph_rollback_worker_working 1",
        'langgraph_rollback_worker_runs_ended_total{graph="support",status="succeeded"} 1',
        "langgraph_rollback_queue_up 1",
        expect.stringMatching(/^langgraph_rollback_queue_runs\{graph="support",status="succeeded"\} \d+$/),
        expect.stringMatching(/^langgraph_rollback_queue_workers [1-9]/),
      ]),
    );
    expect((await fetch(`${url}/health`, { method: "POST" })).status).toBe(405);
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(`${url}/health`, { method: "HEAD" })).status).toBe(200);
    const slow = enqueue("slow", `until ${at("free")}`);
    await expect.poll(async () => (await fetch(`${url}/health`)).text()).toContain('"active":1');
    const stopped = worker.stop();
    await expect.poll(async () => (await fetch(`${url}/health`)).status).toBe(503);
    await file("free", "");
    expect((await slow).code).toBe(0);
    expect(await stopped).toBe(0);
    await expect(fetch(`${url}/health`)).rejects.toThrow("fetch failed");
  });

  it("end in order by a signal, in a process of their own, and at once by a second one", async () => {
    const hanging = await graphs(
      "hanging.mjs",
      "export const graphs = ({ lock }) => ({ hanging: agent(lock) });",
    );
    const worker = spawnFromSources(["work", "--graphs", hanging, "--grace", "3600", ...queue]);
    await worker.says(/is ready for hanging/);
    const input = JSON.stringify({ task: `until ${at("never")}` });
    const waiting = spawnFromSources(["enqueue", "hanging", "t", "--input", input, ...queue]);
    await worker.says(/thread t: started/);
    worker.interrupt();
    await worker.says(/Stopping: 1 run may end within 3600 s/);
    worker.interrupt();
    expect(await worker.ended).toMatchObject({ code: 130 });
    waiting.interrupt();
    expect(await waiting.ended).toMatchObject({ code: 130 });
  });

  it("say what is wrong, without a stack", async () => {
    const without = await graphs("without.mjs", "export const graphs = { support: agent() };");
    const empty = await file("empty.mjs", "export default 1;");
    const wrong = await graphs("wrong.mjs", "export const graphs = () => 7;");
    const blocker = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void blocker.close());
    await expect.poll(() => blocker.listening).toBe(true);
    const address = blocker.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const nowhere = ["--connection", "postgres://me:secret@127.0.0.1:1/none"];
    const work = (module: string, ...more: readonly string[]) => [
      "work",
      "--graphs",
      module,
      ...queue,
      ...more,
    ];
    for (const [args, code, message] of [
      [["work", "--graphs", made], 2, /set DATABASE_URL/],
      [["work", "--graphs", made, "--connection", "runs.sqlite"], 2, /begin with postgres/],
      [work(at("none.mjs")), 1, /Could not import `--graphs`/],
      [work(empty), 1, /to export `graphs`: an object of graphs/],
      [work(`${made}#other`), 1, /to export `other`/],
      [work(wrong), 1, /to give an object of graphs/],
      [work(without), 1, /no `lock`.*\[LOCK_MISSING\]$/],
      [work(made, "--schema", "No Such"), 1, /\[INVALID_QUEUE_OPTION\]$/],
      [
        work(made, "--health", `127.0.0.1:${port}`),
        1,
        /Could not serve `--health` on 127\.0\.0\.1.*EADDRINUSE/,
      ],
      [
        ["work", "--graphs", made, ...nowhere],
        1,
        /Could not open the queue in postgres:\/\/me@127.*ECONNREFUSED/,
      ],
      [["enqueue", "support", "t", "--input", "{}", ...nowhere], 1, /Could not open the queue/],
      [["enqueue", "support", "t", "--input", "{", ...queue], 2, /Expected `--input` to be JSON/],
      [["enqueue", "no such", "t", "--input", "{}", ...queue], 1, /\[INVALID_QUEUE_OPTION\]$/],
    ] as const) {
      const ended = await runHere(args, {}, async () => {});
      expect({ args, ...ended }).toEqual({ args, code, out: "", err: expect.stringMatching(message) });
      expect(ended.err).not.toMatch(/\n {4}at |secret/);
    }
  });
});
