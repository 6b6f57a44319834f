import { createAgent, type AgentMiddleware } from "langchain";
import { fakeModel } from "@langchain/core/testing";
import { expectTypeOf } from "vitest";
import { z } from "zod";

import { withRollback } from "../index.ts";
import type { WatchRecord } from "../history/watch-record.ts";
import {
  rollbackMiddleware,
  verifiedByMiddleware,
  type MiddlewareRecord,
  type RollbackMiddlewareConfig,
} from "./index.ts";

const options = {
  model: fakeModel(),
  tools: [],
  responseFormat: z.object({ sum: z.number() }),
};
const plain = createAgent({ ...options, middleware: [] });
rollbackMiddleware({ calibration: "calibration.json" });
const agent = createAgent({ ...options, middleware: [rollbackMiddleware({ maxRetries: 1 })] });

expectTypeOf(rollbackMiddleware()).toExtend<AgentMiddleware>();
expectTypeOf<Parameters<typeof rollbackMiddleware>[0]>().toEqualTypeOf<
  RollbackMiddlewareConfig | undefined
>();

// The agent's output is what it is without the middleware: its channels are private.
type Output<A extends { invoke: (...args: never) => unknown }> = Awaited<ReturnType<A["invoke"]>>;
expectTypeOf<keyof Output<typeof agent>>().toEqualTypeOf<keyof Output<typeof plain>>();
expectTypeOf<Output<typeof agent>["structuredResponse"]>().toEqualTypeOf<{ sum: number }>();

expectTypeOf(withRollback(agent, { verify: verifiedByMiddleware })).toEqualTypeOf(agent);

// Checks see the agent's messages, after the nodes that the middleware sees the end of.
rollbackMiddleware({
  verify: () => true,
  watch: { alarm: "alarm.json", alpha: 0.05, waitMs: 50 },
  checks: {
    tools: ({ output }) => output?.messages.at(-1)?.text !== "",
    model_request: { verify: () => ({ ok: false, reason: "wrong" }), to: "node" },
  },
});
// @ts-expect-error -- the agent has other nodes, whose end only `withRollback` sees
rollbackMiddleware({ verify: () => true, checks: { plan: () => true } });
expectTypeOf<MiddlewareRecord["watch"]>().toEqualTypeOf<WatchRecord | undefined>();
