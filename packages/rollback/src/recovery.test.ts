import { Command, INTERRUPT, isInterrupted, MemorySaver, type Interrupt } from "@langchain/langgraph";
import { calibrateRecovery, type RecoveryCalibration } from "@langgraph-rollback/attribution";
import { beforeEach, describe, expect, it } from "vitest";

import { chainGraph, on } from "./fixtures/chain-graph.ts";
import { warningsOf } from "./fixtures/warnings-of.ts";
import {
  readFailedRuns,
  readHistory,
  rollbackGraph,
  withRollback,
  type RollbackOptions,
  type RollbackQuestion,
} from "./index.ts";
import { leastCost, restart, type PolicyContext } from "./policies/index.ts";
import type { RecoveryOptions } from "./setup/recovery-options.ts";
import { forgetAccounts } from "./planning/silent-ends.ts";

beforeEach(forgetAccounts);

/** Name of a thread whose run is accepted after so many rollbacks; each thread has a number of its own. */
const after = (rollbacks: number, index = 0): string => `${rollbacks} ${index}`;

/** A graph whose runs are accepted after as many rollbacks as their thread says. */
function recovering(recovery: RecoveryOptions = {}, more: Partial<RollbackOptions> = {}) {
  const { builder } = chainGraph();
  return withRollback(builder.compile({ checkpointer: new MemorySaver() }), {
    verify: ({ attempt, threadId }) => attempt > Number(threadId.split(" ")[0]),
    maxRollbacks: 3,
    recovery,
    ...more,
  });
}

type Recovering = ReturnType<typeof recovering>;

/** Runs of threads that are accepted after so many rollbacks each. */
async function run(graph: Recovering, tries: readonly number[]): Promise<void> {
  for (const [index, rollbacks] of tries.entries()) await graph.invoke({}, on(after(rollbacks, index)));
}

async function procedureOf(options: Partial<RollbackOptions> = {}, recovery: RecoveryOptions = {}) {
  const graph = recovering(recovery, options);
  await run(graph, [1]);
  return (await readFailedRuns(graph))?.procedure ?? "none";
}

/** A calibration that promises recovery within one rollback. */
async function promising(): Promise<RecoveryCalibration> {
  const runs = Array.from({ length: 20 }, (_, index) => ({ run: String(index), recoveredBy: 1 }));
  return calibrateRecovery(runs, { procedure: await procedureOf(), maxRollbacks: 3 });
}

const questionIn = (output: Readonly<Record<string, unknown>>): RollbackQuestion | undefined => {
  const [first]: readonly Interrupt<RollbackQuestion>[] = isInterrupted<RollbackQuestion>(output)
    ? output[INTERRUPT]
    : [];
  return first?.value;
};

const recordsOn = async (graph: Recovering, thread: string) =>
  (await readHistory(graph, on(thread)))[0]?.attempts ?? [];

describe("readFailedRuns", () => {
  it("counts after which rollback each failed run was accepted, and leaves right runs out", async () => {
    const graph = recovering();
    await run(graph, [0, 1, 3, 4, 0, 2]);
    const counted = await readFailedRuns(graph);
    expect(counted?.runs.map(({ recoveredBy }) => recoveredBy).toSorted()).toEqual([1, 2, 3, undefined]);
    expect(counted).toMatchObject({ maxRollbacks: 3, open: 0, cut: 0, handedOver: 0, others: {} });
  });

  it("has nothing to say before a run has failed", async () => {
    const graph = recovering();
    await run(graph, [0]);
    expect(await readFailedRuns(graph)).toBeUndefined();
  });

  it("counts a run that waits for a person as not recovered", async () => {
    const graph = recovering({}, { approve: "always" });
    await run(graph, [1]);
    expect(await readFailedRuns(graph)).toMatchObject({ runs: [{}], open: 1 });
    await graph.invoke(new Command({ resume: true }), on(after(1)));
    expect(await readFailedRuns(graph)).toMatchObject({ runs: [{ recoveredBy: 1 }], open: 0 });
  });

  it("keeps procedures apart, and reads the latest unless another is named", async () => {
    const checkpointer = new MemorySaver();
    const { builder } = chainGraph();
    const plain = builder.compile({ checkpointer });
    const verify = ({ attempt }: { attempt: number }) => attempt > 1;
    let now = 0;
    const clock = () => (now += 1000);
    const old = withRollback(plain, { verify, clock });
    await old.invoke({}, on("old"));
    const graph = withRollback(plain, { verify, clock, recovery: { version: "prompt 2" } });
    await graph.invoke({}, on("new"));
    const counted = await readFailedRuns(graph);
    expect(counted?.runs).toHaveLength(1);
    const [before = ""] = Object.keys(counted?.others ?? {});
    expect((await readFailedRuns(graph, { procedure: before }))?.runs[0]?.run).toContain("old");
  });
});

describe("the fingerprint of a procedure", () => {
  it.each<[string, Partial<RollbackOptions>, RecoveryOptions]>([
    ["the number of rollbacks", { maxRollbacks: 2 }, {}],
    ["the policy", { policy: restart() }, {}],
    ["a setting of the policy", { policy: leastCost({ failurePrice: 9 }) }, {}],
    ["a budget", { budget: { steps: 500 } }, {}],
    ["the same failure's end", { stopOnSameFailure: true }, {}],
    ["approvals", { approve: () => false }, {}],
    ["the note", { replan: () => "again" }, {}],
    ["alpha", { alpha: 0.3 }, {}],
    ["a version that the user names", {}, { version: "2" }],
    ["effects", { effects: {} }, {}],
    [
      "the verifier",
      { verify: Object.assign(({ attempt }: { attempt: number }) => attempt > 1, { fingerprint: "v" }) },
      {},
    ],
  ])("changes with %s", async (_, options, recovery) => {
    expect(await procedureOf(options, recovery)).not.toBe(await procedureOf());
  });

  it("is the same for what only tells or saves", async () => {
    const same = await procedureOf({ onEvent: () => {}, onFailure: "last" }, { handOver: true, alpha: 0.3 });
    expect(same).toBe(await procedureOf());
  });
});

describe("a promise of recovery", () => {
  it("is kept with each failed attempt, and takes no rollback away", async () => {
    const graph = recovering({ calibration: await promising() });
    await run(graph, [3]);
    const records = await recordsOn(graph, after(3));
    expect(records.at(-1)?.decision).toBe("accept");
    expect(records[0]?.recovery).toMatchObject({
      audited: true,
      maxRollbacks: 3,
      promise: { within: 1, level: 0.9, alpha: 0.1, n: 20, guarantee: "exact" },
    });
  });

  it("is none under another procedure, which the process is told once", async () => {
    const calibration = await promising();
    const graph = recovering({ calibration }, { policy: restart() });
    const warnings = await warningsOf(() => run(graph, [1, 1]));
    expect(warnings.map(({ code }) => code)).toEqual(["RECOVERY_OTHER_PROCEDURE"]);
    const [record] = await recordsOn(graph, after(1));
    expect(record?.recovery).not.toHaveProperty("promise");
  });

  it("cuts runs short where that is asked for, but for those that a coin picks, and counts these alone", async () => {
    const graph = recovering({ calibration: await promising(), cut: true, audit: 0.3 });
    await run(graph, Array<number>(40).fill(2));
    const counted = await readFailedRuns(graph);
    expect(counted?.runs.every(({ recoveredBy }) => recoveredBy === 2)).toBe(true);
    expect(counted?.runs.length).toBeGreaterThan(3);
    expect(counted?.cut).toBe(40 - (counted?.runs.length ?? 0));
    const ends = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => (await recordsOn(graph, after(2, index))).at(-1)),
    );
    const cut = ends.filter((each) => each?.decision === "give-up");
    expect(cut).toHaveLength(counted?.cut ?? 0);
    expect(cut[0]).toMatchObject({
      stopped: { by: "recovery", limit: 1, used: 1 },
      reason: expect.stringContaining("Attempt 2 failed, and runs are cut short at 1 rollback."),
    });
  });

  it("lets the policy plan for all rollbacks in a run that is cut short, too", async () => {
    const left: number[] = [];
    const plain = restart();
    const decide = (context: PolicyContext) => {
      left.push(context.rollbacksLeft);
      return plain.decide(context);
    };
    const policy = { ...plain, fingerprint: "least-cost:5", decide };
    const graph = recovering({ calibration: await promising(), cut: true, audit: 1e-9 }, { policy });
    await run(graph, [2]);
    expect((await recordsOn(graph, after(2))).at(-1)?.stopped?.by).toBe("recovery");
    expect(left).toEqual([3]);
  });

  it.each([
    [{ cut: true }, "recovery.calibration"],
    [{ alpha: 1 }, "alpha"],
    [{ audit: 0 }, "audit"],
    [{ version: 2 }, "recovery.version"],
  ])("refuses %j", (recovery, named) => {
    // @ts-expect-error: a version is a text
    expect(() => recovering(recovery)).toThrow(named);
  });
});

describe("a run that nothing recovers", () => {
  const handing = (more: Partial<RollbackOptions> = {}) => recovering({ handOver: true, alpha: 0.5 }, more);

  it("is handed over to a person, who may allow another rollback", async () => {
    const graph = handing();
    const output: Record<string, unknown> = await graph.invoke({}, on(after(4)));
    expect(questionIn(output)).toMatchObject({
      attempt: 4,
      handedOver: true,
      reason:
        "Attempt 4 failed and no rollback is left. A person is asked, as too many failed runs would end silently; rewound to before step 1 of 3.",
    });
    expect((await readHistory(graph, on(after(4))))[0]?.status).toBe("interrupted");
    await graph.invoke(new Command({ resume: true }), on(after(4)));
    const [told] = await readHistory(graph, on(after(4)));
    expect(told?.status).toBe("recovered");
    expect(told?.attempts[3]?.recovery?.handedOver).toBe(true);
    // A person recovered it, and not the procedure.
    const counted = await readFailedRuns(graph);
    expect(counted?.handedOver).toBe(1);
    expect(counted?.runs).toEqual([{ run: expect.any(String) }]);
  });

  it("is entered once: a rollback that a person allowed pays for no silent end", async () => {
    const graph = recovering({ handOver: true, alpha: 0.4 });
    await graph.invoke({}, on(after(4)));
    await graph.invoke(new Command({ resume: true }), on(after(4)));
    const next: Record<string, unknown> = await graph.invoke({}, on(after(9)));
    expect(questionIn(next)).toMatchObject({ handedOver: true });
  });

  it("ends when it is declined, and the record tells it from a silent end", async () => {
    const graph = handing();
    await graph.invoke({}, on(after(9)));
    await graph.invoke(new Command({ resume: false }), on(after(9)));
    expect((await recordsOn(graph, after(9))).at(-1)).toMatchObject({
      decision: "give-up",
      stopped: { by: "declined" },
      recovery: { handedOver: true },
    });
  });

  it("is asked about again if the allowed rollback fails, too", async () => {
    const graph = handing();
    await graph.invoke({}, on(after(9)));
    const again: Record<string, unknown> = await graph.invoke(new Command({ resume: true }), on(after(9)));
    expect(questionIn(again)).toMatchObject({ attempt: 5, handedOver: true });
  });

  it("ends silently as often as alpha allows, and recovered runs pay for it", async () => {
    const graph = handing();
    await run(graph, [1, 9, 9, 9, 1, 9]);
    const ends = await Promise.all(
      [1, 2, 3, 5].map(async (index) => (await readHistory(graph, on(after(9, index))))[0]?.status),
    );
    expect(ends).toEqual(["gave-up", "interrupted", "gave-up", "gave-up"]);
  });

  it("is asked about whatever ended it: a budget, the policy, the same failure", async () => {
    const gaveUp = { name: "none", decide: () => ({ kind: "give-up" as const, reason: "Enough." }) };
    for (const more of [{ budget: { steps: 1 } }, { policy: gaveUp }]) {
      forgetAccounts();
      const graph = handing(more);
      const output: Record<string, unknown> = await graph.invoke({}, on(after(9)));
      expect(questionIn(output)).toMatchObject({ attempt: 1, step: 0, handedOver: true });
    }
  });

  it("is handed over by rollbackGraph, too", async () => {
    const { builder } = chainGraph();
    const inner = builder.compile({ checkpointer: new MemorySaver() });
    const graph = rollbackGraph(inner, {
      verify: ({ attempt }) => attempt > 3,
      maxRollbacks: 1,
      recovery: { handOver: true, alpha: 0.5 },
    }).compile({ checkpointer: new MemorySaver() });
    const asks: Record<string, unknown> = await graph.invoke({ input: {}, threadId: "inner" }, on("outer"));
    expect(questionIn(asks)).toMatchObject({ attempt: 2, handedOver: true });
    const again: Record<string, unknown> = await graph.invoke(new Command({ resume: true }), on("outer"));
    expect(questionIn(again)).toMatchObject({ attempt: 3, handedOver: true });
    const ended = await graph.invoke(new Command({ resume: false }), on("outer"));
    expect(ended).toMatchObject({ status: "gave-up" });
    const [told] = await readHistory(inner, on("inner"));
    expect(told?.attempts.at(-1)).toMatchObject({
      stopped: { by: "declined" },
      recovery: { handedOver: true },
    });
  });

  it("ends as before where nobody asked for it, or the run is only observed", async () => {
    const silent = recovering();
    await run(silent, [9]);
    expect((await readHistory(silent, on(after(9))))[0]?.status).toBe("gave-up");
    const observed = handing({ mode: "observe" });
    await run(observed, [9]);
    expect((await recordsOn(observed, after(9))).at(-1)).toMatchObject({ stopped: { by: "observing" } });
    expect(await readFailedRuns(observed)).toBeUndefined();
  });
});
