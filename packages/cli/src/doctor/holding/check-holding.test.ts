import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import {
  type LangGraphRunnableConfig,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { checkpointerSource } from "@langgraph-rollback/inspector";
import { effect, type RollbackOptions, settleHeld, withRollback } from "langgraph-rollback";
import { expect, it } from "vitest";

import { checkHolding } from "./check-holding.ts";

type Effects = NonNullable<RollbackOptions["effects"]>;
type Declared = NonNullable<Effects["tools"]>[string];

const onThread = (id: string) => ({ configurable: { thread_id: id } });

/** An agent that orders for Ann and then says something, and what doctor says of its runs. */
function ordering({
  answers = ["Done."],
  declared,
  onUnaccepted,
  order = () => "ok",
  verify = () => true,
}: {
  /** By attempt; the last one is repeated. */
  readonly answers?: readonly string[];
  /** Absent: the tool says by MCP's hint that it is destructive. */
  readonly declared?: Declared;
  readonly onUnaccepted?: "hold";
  readonly order?: () => string;
  readonly verify?: RollbackOptions["verify"];
}) {
  const saver = new MemorySaver();
  let attempts = 0;
  const ask = ({ messages }: typeof MessagesAnnotation.State): { messages: AIMessage[] } => {
    if (messages.at(-1)?.type === "tool") {
      const content = answers[attempts] ?? answers.at(-1) ?? "";
      attempts += 1;
      return { messages: [new AIMessage(content)] };
    }
    const call = { name: "order", args: { who: "Ann-2041" }, id: `call-${attempts}` };
    return { messages: [new AIMessage({ content: "", tool_calls: [call] })] };
  };
  const schema = { type: "object", properties: { who: { type: "string" } } } as const;
  const metadata = { annotations: { destructiveHint: true } };
  const ordered = tool(order, { name: "order", description: "orders", schema, metadata });
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("ask", ask)
    .addNode("tools", new ToolNode([ordered]))
    .addEdge(START, "ask")
    .addConditionalEdges("ask", toolsCondition)
    .addEdge("tools", "ask")
    .compile({ checkpointer: saver });
  const effects = {
    ...(declared && { tools: { order: declared } }),
    ...(onUnaccepted && { onUnaccepted }),
  };
  const agent = withRollback(graph, { verify, effects });
  return {
    agent,
    run: (thread: string) =>
      agent.invoke({ messages: [{ role: "user", content: "Order for Ann-2041." }] }, onThread(thread)),
    examine: async () => {
      const diagnoses = await checkHolding(checkpointerSource(saver, "in memory"), { saver });
      return diagnoses.flatMap((each) => (each.level === "ok" ? [] : [each]));
    },
  };
}

const queued = { hold: { receipt: ({ args }: { readonly args: unknown }) => ({ ref: "Q-7781", args }) } };

it("warns where a later step uses what only the receipt of a held act says, by thread, step and value", async () => {
  const { examine, run } = ordering({ declared: queued, answers: ["Your number is Q-7781."] });
  await run("t");
  expect(await examine()).toEqual([
    {
      check: "effects",
      level: "warning",
      code: "RECEIPT_QUOTED",
      message:
        '"order" is held, and step 3 of attempt 1 in thread "t" uses what only its receipt says: "Q-7781".',
      remedy: expect.stringContaining('declare "order" as `{ undo }`'),
    },
  ]);
});

it("says nothing where a later step only repeats what was asked for", async () => {
  const { examine, run } = ordering({ declared: queued, answers: ["It is ordered for Ann-2041."] });
  await run("t");
  expect(await examine()).toEqual([]);
});

it("takes the receipt of the library for used only where its sentence is quoted as a whole", async () => {
  const sentence =
    '"order" is accepted. It will be carried out when the whole task is done; nothing more has to be done for it.';
  const quoting = ordering({ declared: "hold", answers: [`The shop says: ${sentence}`] });
  await quoting.run("t");
  expect((await quoting.examine()).map(({ code }) => code)).toEqual(["RECEIPT_QUOTED"]);
  const other = ordering({ declared: "hold", answers: ["It is accepted, and will be carried out."] });
  await other.run("t");
  expect(await other.examine()).toEqual([]);
});

it("lists acts that are held although their runs have ended, with the command that decides", async () => {
  const { agent, examine, run } = ordering({
    declared: "hold",
    verify: () => {
      throw new Error("The judge is down.");
    },
  });
  await run("t");
  const [held] = await examine();
  expect(held).toMatchObject({
    code: "EFFECT_NOT_RELEASED",
    message: 'Acts are held although their runs have ended: "order" of attempt 1 in thread "t".',
    remedy: expect.stringContaining(
      'langgraph-rollback effects DB --thread "t" --graph ./agent.js#agent --release, or --discard',
    ),
  });
  await settleHeld(agent, onThread("t"), "discard");
  expect(await examine()).toEqual([]);
});

it("lists acts whose release has failed", async () => {
  const { examine, run } = ordering({
    declared: "hold",
    order: () => {
      throw new Error("The shop is closed.");
    },
  });
  await run("t");
  expect(await examine()).toMatchObject([
    { code: "EFFECT_NOT_RELEASED", message: expect.stringContaining('thread "t", whose release has failed') },
  ]);
});

it("names the command for what earlier runs of a thread hold, too", async () => {
  let isAccepted = false;
  const { agent, examine, run } = ordering({
    declared: "hold",
    onUnaccepted: "hold",
    verify: () => isAccepted,
  });
  await run("t");
  isAccepted = true;
  await run("t");
  const [held] = await examine();
  expect(held?.code).toBe("EFFECT_NOT_RELEASED");
  expect(held?.remedy).toContain('effects DB --thread "t" --graph');
  expect(await settleHeld(agent, onThread("t"), "release")).toMatchObject([{ standing: "released" }]);
});

it.each(["irreversible", undefined] as const)(
  "proposes to hold what rollbacks were stopped by, with the number of runs and the line to write: %s",
  async (declared) => {
    const { examine, run } = ordering({ ...(declared && { declared }), verify: () => false });
    await run("a");
    await run("b");
    expect(await examine()).toMatchObject([
      {
        code: "EFFECT_MAY_WAIT",
        message: expect.stringContaining(
          '2 runs were given up because "order" is irreversible, as in thread',
        ),
        remedy: expect.stringContaining('effects: { tools: { "order": "hold" } }'),
      },
    ]);
  },
);

it("proposes nothing for a tool whose result a later step uses", async () => {
  const { examine, run } = ordering({
    declared: "irreversible",
    order: () => "Order R-5501 is on its way.",
    answers: ["Your order is R-5501."],
    verify: () => false,
  });
  await run("t");
  expect(await examine()).toEqual([]);
});

it("proposes nothing where another effect would still have stopped the rollback", async () => {
  const saver = new MemorySaver();
  const doing = (name: string, result: string) => async (_: unknown, config: LangGraphRunnableConfig) => ({
    messages: [new AIMessage(await effect(config, { name, args: name, act: () => result }))],
  });
  const graph = (last: string) =>
    withRollback(
      new StateGraph(MessagesAnnotation)
        .addNode("pay", doing("pay", "paid as P-6601"))
        .addNode("mail", doing("mail", "sent"))
        .addNode("say", () => ({ messages: [new AIMessage(last)] }))
        .addEdge(START, "pay")
        .addEdge("pay", "mail")
        .addEdge("mail", "say")
        .compile({ checkpointer: saver }),
      { verify: () => false, effects: {} },
    );
  const examine = () => checkHolding(checkpointerSource(saver, "in memory"), { saver });
  await graph("It is P-6601.").invoke({ messages: [] }, onThread("used"));
  expect(await examine()).toEqual([]);
});
