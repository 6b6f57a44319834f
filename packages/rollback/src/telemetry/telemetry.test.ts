import { it } from "vitest";
import { MemorySaver } from "@langchain/langgraph";
import { OtlpReceiver, attributesIn } from "../fixtures/otlp-receiver.ts";
import { exportingTo } from "../fixtures/exporting.ts";
import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { withRollback } from "../index.ts";
import { telemetry } from "./telemetry.ts";

it("prints", async () => {
  const receiver = await new OtlpReceiver().start();
  const exporting = exportingTo(receiver.url);
  exporting.tracerProvider.register();
  const { builder } = chainGraph({ b: untilTold("b") });
  const graph = withRollback(builder.compile({ checkpointer: new MemorySaver(), name: "chain" }), {
    verify: nothingWrong,
    noteChannel: "note",
    telemetry: telemetry(exporting),
  });
  await graph.invoke({}, on("t"));
  await exporting.flush();
  for (const s of receiver.spans) console.log(s.name, s.spanId, s.parentSpanId, attributesIn(s.attributes), JSON.stringify(s.links), s.events.map((e) => [e.name, attributesIn(e.attributes)]));
  console.log(JSON.stringify(receiver.metrics, null, 1).slice(0, 3000));
  await exporting.shutdown();
  await receiver.stop();
});
