import type { BaseMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";

import { askingAgent, told, wanted } from "../fixtures/asking-agent.ts";
import { on } from "../fixtures/chain-graph.ts";
import { calling } from "../fixtures/scripted-model.ts";
import {
  readMiddlewareRecords,
  rollbackMiddleware,
  type MiddlewareEvent,
  type RollbackMiddlewareConfig,
} from "./index.ts";

const ASK = { name: "request_rollback", args: { reason: "I booked Bergen.", tool: "book" } };

const isTold = (messages: readonly BaseMessage[]): boolean =>
  messages.some(({ name }) => name === "rollback");

/** Books the wrong city and asks to go back until it is told of a rewind, or that there is none. */
const repenting = (messages: readonly BaseMessage[]) => {
  const last = messages.at(-1)?.text ?? "";
  if (last === "booked Oslo") return "Oslo is booked.";
  if (/Nothing (was|is) rewound/.test(last)) return "Bergen is booked.";
  if (last === "booked Bergen") return calling(ASK);
  return calling({ name: "book", args: { city: isTold(messages) ? "Oslo" : "Bergen" } });
};

function asking(config: RollbackMiddlewareConfig, answer = repenting, version: "v1" | "v2" = "v2") {
  const events: MiddlewareEvent[] = [];
  const middleware = [
    rollbackMiddleware({ verify: () => true, onEvent: (event) => events.push(event), ...config }),
  ];
  return { ...askingAgent(answer, { middleware, version }), events };
}

const problemsIn = (events: readonly MiddlewareEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === "rollback:problem" ? [event.problem.code] : []));

describe.each(["v1", "v2"] as const)("rollbackTool in an agent with rollbackMiddleware (%s)", (version) => {
  it("trims the conversation once, and tells the model what it found", async () => {
    const { agent, model, booked, counted } = asking({}, repenting, version);
    const { messages } = await agent.invoke(wanted, on("t"));
    expect(told(messages).at(-1)).toBe("ai: Oslo is booked.");
    expect(booked).toEqual(["Bergen", "Oslo"]);
    // No model is asked for the answer that ends an attempt.
    expect(counted.calls).toBe(4);
    const note = model.calls.at(-1)?.messages.find(({ name }) => name === "rollback");
    expect(note?.text).toContain("The rewind that you asked for is done. Do not ask for it again.");
    expect(await readMiddlewareRecords(agent, on("t"))).toMatchObject([
      { outcome: { ok: false, asked: { tool: "book", step: 0 } }, decision: "roll-back" },
      { decision: "accept" },
    ]);
  });

  it("says that no rollback is left, and the run continues", async () => {
    const { agent, booked, events } = asking({ maxRetries: 0 }, repenting, version);
    const { messages } = await agent.invoke(wanted, on("t"));
    expect(told(messages).at(-2)).toContain("no rollback is left for this run");
    expect(told(messages).at(-1)).toBe("ai: Bergen is booked.");
    expect(booked).toEqual(["Bergen"]);
    expect(problemsIn(events)).toEqual(["REWIND_REFUSED"]);
  });

  it("leaves an effect alone that cannot be undone, and the run continues", async () => {
    const effects = { tools: { book: "irreversible" as const } };
    const { agent, booked, events } = asking({ effects }, repenting, version);
    const { messages } = await agent.invoke(wanted, on("t"));
    expect(told(messages).at(-2)).toContain("something was done since then that cannot be undone");
    expect(told(messages).at(-1)).toBe("ai: Bergen is booked.");
    expect(booked).toEqual(["Bergen"]);
    expect(problemsIn(events)).toEqual(["REWIND_REFUSED"]);
  });

  it("does not end with an answer of nobody's where an effect cannot be undone", async () => {
    const undo = () => {
      throw new Error("the airline does not answer");
    };
    const effects = { tools: { book: { undo } }, undoRetries: 0 };
    const { agent } = asking({ effects }, repenting, version);
    await expect(agent.invoke(wanted, on("t"))).rejects.toMatchObject({ code: "ROLLBACK_UNFINISHED" });
  });

  it("is only recorded where the run is observed", async () => {
    const { agent, booked, events } = asking({ mode: "observe" }, repenting, version);
    const { messages } = await agent.invoke(wanted, on("t"));
    expect(told(messages).at(-1)).toBe("ai: Bergen is booked.");
    expect(booked).toEqual(["Bergen"]);
    expect(problemsIn(events)).toEqual(["REWIND_REFUSED"]);
  });
});
