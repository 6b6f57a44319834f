import { createAgent, type AgentMiddleware } from "langchain";
import { fakeModel } from "@langchain/core/testing";
import { expectTypeOf } from "vitest";
import { z } from "zod";

import { withRollback } from "../index.ts";
import { rollbackMiddleware, verifiedByMiddleware, type RollbackMiddlewareConfig } from "./index.ts";

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
