import type { BaseMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { askingAgent, askingGraph, told, wanted } from "../fixtures/asking-agent.ts";
import { on } from "../fixtures/chain-graph.ts";
import { calling } from "../fixtures/scripted-model.ts";
import { readHistory, rollbackGraph, withRollback, type RunHistory } from "../index.ts";

const ASK = {
  name: "request_rollback",
  args: { reason: "I booked Bergen, and Oslo was wanted.", tool: "book" },
};

const isTold = (messages: readonly BaseMessage[]): boolean =>
  messages.some(({ name }) => name === "rollback");

/** Books the wrong city, asks to go back, and books the right one once it is told. */
const repenting = (messages: readonly BaseMessage[]) => {
  const last = messages.at(-1)?.text ?? "";
  if (last === "booked Oslo") return "Oslo is booked.";
  if (last === "booked Bergen") return calling(ASK);
  return calling({ name: "book", args: { city: isTold(messages) ? "Oslo" : "Bergen" } });
};

describe.each(["v1", "v2"] as const)("a model of createAgent (%s) that asks to go back", (version) => {
  it("is rewound once, told once what it found, and ends right", async () => {
    const { agent, model, booked } = askingAgent(repenting, { version });
    const guarded = withRollback(agent, { verify: () => true });
    const { messages } = await guarded.invoke(wanted, on("t"));
    expect(messages.at(-1)?.text).toBe("Oslo is booked.");
    expect(messages.map(({ type }) => type)).toEqual(["human", "human", "ai", "tool", "ai"]);
    expect(booked).toEqual(["Bergen", "Oslo"]);
    const [run] = await readHistory(guarded, on("t"));
    expect(run).toMatchObject({
      status: "recovered",
      attempts: [
        {
          outcome: { ok: false, asked: { reason: ASK.args.reason, tool: "book", step: 0 } },
          decision: "roll-back",
          rewind: { step: 0 },
        },
        { decision: "accept" },
      ],
    });
    const note = model.calls.at(-1)?.messages.find(({ name }) => name === "rollback");
    expect(note?.text).toContain("The rewind that you asked for is done. Do not ask for it again.");
    expect(note?.text).toContain(JSON.stringify(ASK.args.reason));
    expect(note?.text).toContain("You suspected step 1.");
  });
});

describe("a model in a graph with a ToolNode, which answers tools' errors itself", () => {
  it("is rewound under withRollback", async () => {
    const { builder, booked } = askingGraph(repenting);
    const guarded = withRollback(builder.compile({ checkpointer: new MemorySaver() }), {
      verify: () => true,
    });
    const { messages } = await guarded.invoke(wanted, on("t"));
    expect(messages.at(-1)?.text).toBe("Oslo is booked.");
    expect(booked).toEqual(["Bergen", "Oslo"]);
  });

  it("is rewound in a rollbackGraph", async () => {
    const { builder, booked } = askingGraph(repenting);
    const graph = rollbackGraph(builder.compile({ checkpointer: new MemorySaver() }), { verify: () => true });
    const { status } = await graph
      .compile({ checkpointer: new MemorySaver() })
      .invoke({ input: wanted }, on("t"));
    expect(status).toBe("recovered");
    expect(booked).toEqual(["Bergen", "Oslo"]);
  });
});

/** Asks at once, and whenever it is asked for anything; gives up asking once it is told that nothing is rewound. */
const insisting = (messages: readonly BaseMessage[]) => {
  const last = messages.at(-1);
  if (last?.text.startsWith("Nothing was rewound") === true) return "Bergen is booked.";
  if (last?.text === "booked Bergen") return calling(ASK);
  return calling({ name: "book", args: { city: "Bergen" } });
};

const codesIn = (run: RunHistory | undefined): readonly string[] =>
  run?.problems.map(({ problem }) => problem.code) ?? [];

describe("a request that is refused", () => {
  it("is answered where no rollback is left, and the run continues", async () => {
    const { agent, booked } = askingAgent(insisting);
    const guarded = withRollback(agent, { verify: () => true, maxRollbacks: 1 });
    const { messages } = await guarded.invoke(wanted, on("t"));
    expect(messages.at(-1)?.text).toBe("Bergen is booked.");
    expect(messages.at(-2)?.text).toContain("no rollback is left for this run");
    expect(booked).toEqual(["Bergen", "Bergen"]);
    const [run] = await readHistory(guarded, on("t"));
    expect(run?.attempts.map(({ decision }) => decision)).toEqual(["roll-back", "accept"]);
    expect(codesIn(run)).toEqual(["REWIND_REFUSED"]);
  });

  it.each(["v1", "v2"] as const)("leaves an effect alone that cannot be undone (%s)", async (version) => {
    const { agent, booked } = askingAgent(insisting, { version });
    const guarded = withRollback(agent, {
      verify: () => true,
      effects: { tools: { book: "irreversible" } },
    });
    const { messages } = await guarded.invoke(wanted, on("t"));
    expect(messages.at(-1)?.text).toBe("Bergen is booked.");
    expect(messages.at(-2)?.text).toContain("something was done since then that cannot be undone");
    expect(booked).toEqual(["Bergen"]);
    const [run] = await readHistory(guarded, on("t"));
    expect(run?.attempts.map(({ decision }) => decision)).toEqual(["accept"]);
    expect(codesIn(run)).toEqual(["REWIND_REFUSED"]);
  });

  it.each([{ steps: 1 }, { milliseconds: 0 }])("is within the budget: %o", async (budget) => {
    const { agent, booked } = askingAgent(insisting);
    const guarded = withRollback(agent, { verify: () => true, budget });
    const { messages } = await guarded.invoke(wanted, on("t"));
    expect(messages.at(-2)?.text).toContain("the budget of this run is spent");
    expect(booked).toEqual(["Bergen"]);
  });

  it("continues in a rollbackGraph, too", async () => {
    const { builder, booked } = askingGraph(insisting);
    const inner = builder.compile({ checkpointer: new MemorySaver() });
    const graph = rollbackGraph(inner, { verify: () => true, budget: { steps: 1 } });
    const { status, output, attempts } = await graph
      .compile({ checkpointer: new MemorySaver() })
      .invoke({ input: wanted }, on("t"));
    expect(status).toBe("succeeded");
    expect(attempts).toHaveLength(1);
    expect(told(Reflect.get(Object(output), "messages")).at(-1)).toBe("ai: Bergen is booked.");
    expect(booked).toEqual(["Bergen"]);
  });

  it("is only recorded where the run is observed", async () => {
    const { agent, booked } = askingAgent((messages) =>
      messages.at(-1)?.text.includes("only observed") === true ? "Done." : insisting(messages),
    );
    const guarded = withRollback(agent, { verify: () => true, mode: "observe" });
    const { messages } = await guarded.invoke(wanted, on("t"));
    expect(messages.at(-1)?.text).toBe("Done.");
    expect(booked).toEqual(["Bergen"]);
    const [run] = await readHistory(guarded, on("t"));
    expect(run).toMatchObject({ status: "succeeded", attempts: [{ decision: "accept" }] });
    expect(codesIn(run)).toEqual(["REWIND_REFUSED"]);
  });
});
