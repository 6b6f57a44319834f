import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";

import type { RunnableConfig } from "@langchain/core/runnables";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { readHistory, withRollback } from "langgraph-rollback";
import { toSet } from "langgraph-rollback/policies";
import { describe, expect, it } from "vitest";

import { aimAt, calibration } from "./aim.ts";
import { plain } from "./plain.ts";
import type { Kit, MatrixGraph, Shape } from "./shape.ts";
import { agentAsNode, handoff, handoffGiver } from "./shapes/agent-teams.ts";
import {
  agentCallsAtOnce,
  agentMiddlewares,
  agentStructuredResponse,
  agentTool,
  agentV1,
  agentV2,
} from "./shapes/agents.ts";
import { deepAgent, deepAgentInside, deepAgentTask } from "./shapes/deep-agents.ts";

const shapes = [
  agentV1,
  agentV2,
  agentTool,
  agentMiddlewares,
  agentStructuredResponse,
  agentCallsAtOnce,
  agentAsNode,
  handoff,
  handoffGiver,
  deepAgent,
  deepAgentTask,
  deepAgentInside,
];

const kit = (verdict: Kit["verdict"]): Kit => ({ checkpointer: new MemorySaver(), ran: () => {}, verdict });

/** A config that counts the tools which a run calls, by their names. */
function counting() {
  const called: string[] = [];
  const handleToolStart = (...[, , , , , , name]: readonly unknown[]): void => void called.push(String(name));
  const config: RunnableConfig = {
    configurable: { thread_id: randomUUID() },
    callbacks: [{ handleToolStart }],
  };
  return { called, config };
}

/** Runs a shape rightly, and failing once; gives the tools that both called, and the effects that the failed attempt has told. */
async function play(shape: Shape) {
  const right = counting();
  const outputs = await shape.play(shape.build(kit(() => "right")), right.config);
  const given = outputs.map((output) => plain(output, shape.noteChannel));
  const wrong = counting();
  const graph: MatrixGraph = withRollback(shape.build(kit((told) => (told ? "right" : "wrong"))), {
    verify: ({ output }) => given.some((each) => isDeepStrictEqual(each, plain(output, shape.noteChannel))),
    scorer: aimAt(shape.start),
    calibration: await calibration(),
    policy: toSet(),
    effects: {},
    ...(shape.noteChannel === undefined ? {} : { noteChannel: shape.noteChannel }),
  });
  await shape.play(graph, wrong.config);
  const [run] = await readHistory(graph, wrong.config);
  return { right: right.called, wrong: wrong.called, run };
}

describe("effects of a shape that has tools", () => {
  it.each(shapes)("are told where a rollback does not keep them, and no others: $name", async (shape) => {
    const { right, wrong, run } = await play(shape);
    expect(run?.status).toBe("recovered");
    const told = run?.attempts.flatMap(({ effects = [] }) => effects.map(({ name }) => name)) ?? [];
    expect([...right, ...told].toSorted()).toEqual(wrong.toSorted());
    expect(wrong.length).toBeGreaterThan(0);
  });
});
