// Cost of telemetry: `pnpm --filter langgraph-rollback bench:telemetry`. Runs of empty steps with it and without, in turn, in one process. Spans go through
// the SDK's batch processor and its OTLP exporter to a server of this machine, in a process of its own. Processor time of this process, collecting of garbage included.
//
// --pairs 30  --steps 200  --runs 5
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { Annotation, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";

import { withRollback } from "../src/index.ts";
import { telemetry } from "../src/telemetry/index.ts";
import { fixed, median, spread } from "./figures.mjs";

if (process.argv[2] === "receiver") {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.end("{}"));
  }).listen(0, "127.0.0.1", () => process.send(server.address().port));
} else {
  const { values } = parseArgs({
    options: {
      pairs: { type: "string", default: "30" },
      steps: { type: "string", default: "200" },
      runs: { type: "string", default: "5" },
    },
  });
  const [pairs, steps, runs] = [values.pairs, values.steps, values.runs].map(Number);
  const receiver = fork(fileURLToPath(import.meta.url), ["receiver"]);
  const [port] = await once(receiver, "message");
  const exporter = new OTLPTraceExporter({ url: `http://127.0.0.1:${port}/v1/traces` });
  const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
  provider.register();

  const State = Annotation.Root({ count: Annotation() });
  const emptySteps = () =>
    new StateGraph(State)
      .addNode("step", ({ count }) => ({ count: count + 1 }))
      .addEdge(START, "step")
      .addConditionalEdges("step", ({ count }) => (count < steps ? "step" : END), ["step", END])
      .compile({ checkpointer: new MemorySaver() });

  const variants = { off: {}, on: { telemetry: telemetry() } };
  let thread = 0;
  const measure = async (name) => {
    const graph = withRollback(emptySteps(), { verify: () => true, ...variants[name] });
    globalThis.gc?.();
    const before = process.cpuUsage();
    for (let run = 0; run < runs; run += 1)
      await graph.invoke(
        { count: 0 },
        { configurable: { thread_id: `t-${(thread += 1)}` }, recursionLimit: steps + 5 },
      );
    await provider.forceFlush();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };

  for (const name of ["off", "on", "off", "on"]) await measure(name);
  const ratios = [];
  const off = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = pair % 2 === 0 ? ["off", "on"] : ["on", "off"];
    const times = {};
    for (const name of order) times[name] = await measure(name);
    off.push(times.off / runs / steps);
    ratios.push(times.on / times.off);
  }
  console.log(`${pairs} interleaved pairs, each of ${runs} runs of ${steps} empty steps over MemorySaver.`);
  console.log(
    `  processor time with telemetry / without: ${fixed(median(ratios), 3)} (${spread(ratios, fixed)})`,
  );
  console.log(`  processor time of a step without: ${fixed(median(off), 2)} ms`);
  await provider.shutdown();
  receiver.kill();
}
