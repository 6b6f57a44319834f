import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { telemetry } from "langgraph-rollback/telemetry";
import { expect, it } from "vitest";

import { BackendServer } from "./fixtures/backend-server.ts";
import { QUESTION, ticketsAgent } from "./fixtures/tickets-agent.ts";

it("spans of a recovered run reach a backend that takes protobuf, with its key", async () => {
  const server = await new BackendServer(() => ({ status: 200 })).start();
  const exporter = new OTLPTraceExporter({
    url: `${server.url}/v1/traces`,
    headers: { Authorization: "Bearer key" },
  });
  const tracerProvider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
  const agent = ticketsAgent({ telemetry: telemetry({ tracerProvider }) });
  await agent.invoke(QUESTION, { configurable: { thread_id: "otlp" } });
  await tracerProvider.shutdown();
  const [request, ...others] = server.received;
  expect(others).toEqual([]);
  expect(request).toMatchObject({
    method: "POST",
    path: "/v1/traces",
    type: "application/x-protobuf",
    credentials: "Bearer key",
  });
  // Texts stand in protobuf as they are.
  for (const name of ["invoke_workflow tickets", "invoke_agent tickets", "step solve", "rewound-to"])
    expect(String(request?.body)).toContain(name);
  await server.stop();
});
