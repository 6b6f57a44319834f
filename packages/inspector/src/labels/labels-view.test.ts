import { MemorySaver } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";

import { failedThread, givenSource } from "../fixtures/given-source.ts";
import { decisive, none, notThis, unsure, verdictOn } from "../fixtures/labels.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import { checkpointerLabelStore } from "./checkpointer-label-store.ts";
import type { LabelStore } from "../shared/labels/label.ts";
import { labelsView } from "./labels-view.ts";

const source = givenSource(["a", "b", "c", "d", "e"].map((id) => failedThread(id)));
let store: LabelStore;
beforeEach(() => {
  store = checkpointerLabelStore(new MemorySaver());
});

const queued = async (from = source) => (await labelsView(from, store)).queue.map(({ thread }) => thread);

describe("the queue of what to label", () => {
  it("holds the failed attempts that nobody has labelled, and says why", async () => {
    await store.add(verdictOn("b", decisive(1)));
    await store.add(verdictOn("c", none));
    const { queue } = await labelsView(source, store);
    expect(queue.map(({ thread }) => thread).toSorted()).toEqual(["a", "d", "e"]);
    expect(queue.find(({ thread }) => thread === "a")).toEqual({
      thread: "a",
      run: "run of a",
      attempt: 1,
      steps: 4,
      task: "task of a",
      ten: 0,
      why: "Drawn at random: calibration needs a fair sample of failures, easy and hard ones alike.",
    });
  });

  it("asks first about what labellers disagree on, then about what they could not say", async () => {
    const [first = "", second = "", third = "", fourth = ""] = await queued();
    await store.add(verdictOn(second, notThis(0)));
    await store.add(verdictOn(third, unsure));
    await store.add(verdictOn(fourth, decisive(1)));
    await store.add(verdictOn(fourth, decisive(2), { labeller: "bob" }));
    expect((await queued()).slice(0, 4)).toEqual([fourth, third, second, first]);
  });

  it("asks others about what was labelled with scores in view", async () => {
    await store.add(verdictOn("b", decisive(1), { scoresInView: true }));
    await store.add(verdictOn("c", decisive(1), { scoresInView: false }));
    const { queue } = await labelsView(source, store);
    expect(queue.map(({ thread }) => thread).toSorted()).toEqual(["a", "b", "d", "e"]);
    expect(queue[0]).toMatchObject({ thread: "b", why: expect.stringContaining("with scores in view") });
  });

  it("asks about first attempts before later ones, and never about one that went well", async () => {
    const failed = givenSource([
      failedThread("retried", [{}, {}]),
      failedThread("recovered", [{}, { outcome: { ok: true } }]),
      failedThread("running", [{}, { outcome: { ok: false }, steps: [] }]),
    ]);
    const { queue } = await labelsView(failed, store);
    expect(queue.map(({ thread, attempt }) => `${thread} ${attempt}`).toSorted()).toEqual([
      "recovered 1",
      "retried 1",
      "retried 2",
      "running 1",
    ]);
    expect(queue.at(-1)).toMatchObject({ thread: "retried", attempt: 2 });
  });

  it("asks about a run that failed on a thread where the next went well", async () => {
    const { id, runs } = failedThread("a");
    const next = { run: "next", status: "succeeded", reason: "", task: "", attempts: [] } as const;
    expect(await queued(givenSource([{ id, runs: [...runs, next] }]))).toEqual(["a"]);
  });

  it("draws at random: neither scores nor sets change the order", async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `thread-${index}`);
    const plain = await queued(givenSource(ids.map((id) => failedThread(id))));
    expect(plain).not.toEqual(ids);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 12 }),
        async (scores) => {
          const scored = ids.map((id, index) =>
            failedThread(id, [{ attribution: unboundedBy([scores[index] ?? 0, 0, 0, 0]) }]),
          );
          expect(await queued(givenSource(scored))).toEqual(plain);
        },
      ),
      { numRuns: 20 },
    );
  });

  it("puts alike failures side by side, and keeps their group when one is labelled", async () => {
    const failing = ["a", "b", "c", "d", "e", "f"].map((id, place) =>
      failedThread(id, [
        { outcome: { ok: false, reason: place % 2 === 0 ? "Too dear." : "No answer came." } },
      ]),
    );
    const from = givenSource(failing);
    const { alike, queue } = await labelsView(from, store);
    expect(alike.map((group) => group.map(({ thread }) => thread).toSorted())).toEqual(
      queue[0] !== undefined && "ace".includes(queue[0].thread)
        ? [
            ["a", "c", "e"],
            ["b", "d", "f"],
          ]
        : [
            ["b", "d", "f"],
            ["a", "c", "e"],
          ],
    );
    expect(queue.map(({ thread }) => thread)).toEqual(alike.flat().map(({ thread }) => thread));
    await store.add(verdictOn(queue[1]?.thread ?? "", none));
    const after = await labelsView(from, store);
    expect(after.alike).toEqual(alike);
    expect(after.queue).toEqual(queue.filter((_, place) => place !== 1));
  });

  it("keeps its order while others are labelled and threads are added", async () => {
    const before = await queued();
    await store.add(verdictOn(before[1] ?? "", none));
    const more = givenSource(["x", "a", "b", "c", "d", "e"].map((id) => failedThread(id)));
    const after = (await queued(more)).filter((thread) => thread !== "x");
    expect(after).toEqual(before.filter((_, index) => index !== 1));
  });
});

describe("threads that have not changed", () => {
  it("are not read again, and those that have are", async () => {
    const read: string[] = [];
    let [version, attempts] = ["1", 1];
    const threads = () => [
      failedThread(
        "a",
        Array.from({ length: attempts }, () => ({})),
      ),
      failedThread("b"),
    ];
    const moving: ThreadSource = {
      ...source,
      list: (limit) => givenSource(threads()).list(limit),
      version: async (id) => (id === "a" ? version : "1"),
      thread: async (id) => {
        read.push(id);
        return threads().find((thread) => thread.id === id);
      },
    };
    await queued(moving);
    await queued(moving);
    expect(read).toEqual(["a", "b"]);
    [version, attempts] = ["2", 2];
    expect(await queued(moving)).toHaveLength(3);
    expect(read).toEqual(["a", "b", "a"]);
  });
});

describe("what labellers say of one attempt", () => {
  const cases: readonly (readonly [
    string,
    readonly (readonly [string, ReturnType<typeof decisive>])[],
    boolean,
  ])[] = [
    [
      "two name the same step",
      [
        ["ada", decisive(1)],
        ["bob", decisive(1)],
      ],
      false,
    ],
    [
      "two name different steps",
      [
        ["ada", decisive(1)],
        ["bob", decisive(2)],
      ],
      true,
    ],
    [
      "one names a step that another rules out",
      [
        ["ada", decisive(1)],
        ["bob", notThis(1)],
      ],
      true,
    ],
    [
      "one rules out another step than is named",
      [
        ["ada", decisive(1)],
        ["bob", notThis(2)],
      ],
      false,
    ],
    [
      "one names a step and another says that none is",
      [
        ["ada", none],
        ["bob", decisive(1)],
      ],
      true,
    ],
    [
      "one is unsure",
      [
        ["ada", decisive(1)],
        ["bob", unsure],
      ],
      false,
    ],
    [
      "one has changed their mind",
      [
        ["ada", decisive(1)],
        ["bob", decisive(2)],
        ["bob", decisive(1)],
      ],
      false,
    ],
    [
      "one has ruled out what they named",
      [
        ["ada", decisive(1)],
        ["ada", notThis(1)],
      ],
      false,
    ],
    [
      "one rules out several",
      [
        ["ada", notThis(1)],
        ["ada", notThis(2)],
        ["bob", decisive(1)],
      ],
      true,
    ],
  ];
  it.each(cases)("is a dispute or not: %s", async (_, said, isDisputed) => {
    for (const [labeller, verdict] of said) await store.add(verdictOn("a", verdict, { labeller }));
    const { disagreements } = await labelsView(source, store);
    expect(disagreements).toHaveLength(isDisputed ? 1 : 0);
  });

  it("shows the labels that a dispute is between", async () => {
    await store.add(verdictOn("a", decisive(3)));
    const ada = await store.add(verdictOn("a", decisive(1)));
    const bob = await store.add(verdictOn("a", decisive(2), { labeller: "bob" }));
    const { disagreements } = await labelsView(source, store);
    expect(disagreements).toEqual([{ thread: "a", run: "run of a", attempt: 1, labels: [ada, bob] }]);
  });

  it("measures agreement over attempts with definite labels of two or more", async () => {
    for (const labeller of ["ada", "bob"]) await store.add(verdictOn("a", decisive(1), { labeller }));
    for (const labeller of ["ada", "bob"]) await store.add(verdictOn("b", none, { labeller }));
    await store.add(verdictOn("c", decisive(1)));
    await store.add(verdictOn("c", decisive(2), { labeller: "bob" }));
    await store.add(verdictOn("d", decisive(1)));
    await store.add(verdictOn("d", unsure, { labeller: "bob" }));
    await store.add(verdictOn("e", decisive(1)));
    await store.add(verdictOn("e", decisive(1)));
    expect((await labelsView(source, store)).agreement).toEqual({ agreed: 2, shared: 3 });
  });

  it("is told apart by convention", async () => {
    await store.add(verdictOn("a", decisive(1), { convention: "first-odd-step" }));
    expect(await labelsView(source, store)).toMatchObject({ labels: [] });
    const other = await labelsView(source, store, { convention: "first-odd-step" });
    expect(other.labels).toHaveLength(1);
    expect(other.queue.map(({ thread }) => thread)).not.toContain("a");
  });
});

function unboundedBy(scores: readonly number[]) {
  const set = {
    steps: [0, 1, 2, 3],
    range: { start: 0, end: 3 },
    level: 1,
    guarantee: "none",
    reason: "",
  } as const;
  return { status: "unbounded", reason: "", scores, set, alpha: 0, n: 0, scorerFingerprint: "test" } as const;
}
