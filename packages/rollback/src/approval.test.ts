import { Command, INTERRUPT, isInterrupted, type Interrupt } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { doing, failing, told, toStep } from "./fixtures/acting-graph.ts";
import { on } from "./fixtures/chain-graph.ts";
import { EffectWorld } from "./fixtures/effect-world.ts";
import { readHistory, withRollback, type RollbackOptions, type RollbackQuestion } from "./index.ts";

/** A run of a1, b2, mail. Its first attempt fails, and a human is asked. */
async function asked(more: Partial<RollbackOptions> = {}) {
  const world = new EffectWorld();
  const tools = { a: { undo: world.undo }, b: { undo: world.undo }, m: "irreversible" } as const;
  const wrapped = withRollback(
    doing(world, ["a1", "b2", "mail"]),
    failing(1, { tools, onIrreversible: "allow" }, { policy: toStep(1), approve: "always", ...more }),
  );
  const output: Record<string, unknown> = await wrapped.invoke({}, on("t"));
  return { world, wrapped, output };
}

function questionsIn(output: Readonly<Record<string, unknown>>): readonly Interrupt<RollbackQuestion>[] {
  return isInterrupted<RollbackQuestion>(output) ? output[INTERRUPT] : [];
}

describe("a rollback that has to be approved", () => {
  it("asks by an interrupt that shows what would be undone, and what cannot", async () => {
    const { world, wrapped, output } = await asked();
    const [question] = questionsIn(output);
    expect(question?.value).toMatchObject({
      type: "rollback:approve",
      attempt: 1,
      step: 1,
      set: { start: 0, end: 2, status: "unbounded" },
      undo: [{ name: "b" }],
      cannotUndo: [{ name: "m" }],
      spent: { steps: 3 },
    });
    const state = await wrapped.getState(on("t"));
    expect(state.tasks.flatMap(({ interrupts }) => interrupts)).toEqual([question]);
    expect(state.values.said).toEqual(["did a1", "did b2", "did mail"]);
    expect(world.asked).toEqual(["do a1", "do b2", "do mail"]);
    expect((await readHistory(wrapped, on("t")))[0]).toMatchObject({ status: "interrupted", attempts: [] });
  });

  it.each([
    { name: "true", resume: true },
    { name: "the word", resume: "approve" },
    { name: "the decision", resume: { decision: "approve" } },
  ])("continues when it is approved by $name", async ({ resume }) => {
    const { world, wrapped } = await asked();
    const { said } = await wrapped.invoke(new Command({ resume }), on("t"));
    expect(said).toHaveLength(3);
    expect(world.asked.slice(3)).toEqual(['undo b "b2"', "do b2", "do mail"]);
    expect((await readHistory(wrapped, on("t")))[0]?.status).toBe("recovered");
  });

  it("is answered by the question's id", async () => {
    const { wrapped, output } = await asked();
    const [question] = questionsIn(output);
    await wrapped.invoke(new Command({ resume: { [question?.id ?? ""]: true } }), on("t"));
    expect((await readHistory(wrapped, on("t")))[0]?.status).toBe("recovered");
  });

  it("asks again when it is called with nothing, and pays for no second attribution", async () => {
    const { wrapped, output } = await asked();
    const again: Record<string, unknown> = await wrapped.invoke(null, on("t"));
    expect(questionsIn(again)).toEqual(questionsIn(output));
  });

  it("starts where the human says", async () => {
    const { world, wrapped } = await asked();
    await wrapped.invoke(new Command({ resume: { decision: "approve", step: 0 } }), on("t"));
    expect(world.asked.slice(3)).toEqual(['undo b "b2"', 'undo a "a1"', "do a1", "do b2", "do mail"]);
    const [run] = await readHistory(wrapped, on("t"));
    expect(run?.attempts[0]?.rewind).toMatchObject({ step: 0, policy: "human" });
  });

  it("tells the next attempt what the human writes", async () => {
    const { wrapped } = await asked();
    await wrapped.invoke(new Command({ resume: { decision: "approve", note: "take the train" } }), on("t"));
    expect((await readHistory(wrapped, on("t")))[0]?.attempts[0]?.note).toBe("take the train");
  });

  it("leaves everything as it is when it is declined", async () => {
    const { world, wrapped } = await asked();
    const { said } = await wrapped.invoke(new Command({ resume: { decision: "decline" } }), on("t"));
    expect(said).toEqual(["did a1", "did b2", "did mail"]);
    expect(world.asked).toHaveLength(3);
    const state = await wrapped.getState(on("t"));
    expect(state.next).toEqual([]);
    expect(state.tasks).toEqual([]);
    const [run] = await readHistory(wrapped, on("t"));
    expect(run).toMatchObject({ status: "gave-up", attempts: [{ stopped: { by: "declined" } }] });
    expect(run?.asked).toMatchObject([
      { attempt: 1, at: expect.any(String), record: { decision: "roll-back" } },
    ]);
    expect(told(run?.attempts[0]?.effects)).toEqual(['m "mail" stands', 'b "b2" stands']);
  });

  it("refuses an answer that is none, and stays open", async () => {
    const { wrapped } = await asked();
    const answer = wrapped.invoke(new Command({ resume: { decision: "maybe" } }), on("t"));
    await expect(answer).rejects.toMatchObject({ code: "ANSWER_FORMAT" });
    await wrapped.invoke(new Command({ resume: true }), on("t"));
    expect((await readHistory(wrapped, on("t")))[0]?.status).toBe("recovered");
  });

  it("is dropped by a new turn, which starts from the failed attempt's state", async () => {
    const { wrapped } = await asked();
    const { said } = await wrapped.invoke({}, on("t"));
    expect(said).toHaveLength(6);
    const state = await wrapped.getState(on("t"));
    expect(state.next).toEqual([]);
  });
});

describe("whether a human is asked", () => {
  it("is decided by the predicate", async () => {
    const seen: RollbackQuestion[] = [];
    const { output } = await asked({ approve: (question) => seen.push(question) > 1 });
    expect(questionsIn(output)).toEqual([]);
    expect(seen).toHaveLength(1);
  });

  it("is yes where the predicate fails", async () => {
    const { output } = await asked({
      approve: () => {
        throw new Error("no idea");
      },
    });
    expect(questionsIn(output)).toHaveLength(1);
  });

  it("is yes for irreversible effects only, with `irreversible`", async () => {
    const { output } = await asked({ approve: "irreversible" });
    expect(questionsIn(output)).toHaveLength(1);
    const later = await asked({ approve: "irreversible", policy: toStep(2) });
    expect(questionsIn(later.output)).toHaveLength(1);
  });
});
