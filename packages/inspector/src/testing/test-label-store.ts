import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";

import type { TestRunner } from "@langgraph-rollback/attribution/testing";

import { EARLIEST_UNRECOVERED, type Label, type LabelStore, type NewLabel } from "../shared/labels/label.ts";

/** The test runner, and what to call the store. */
export interface LabelStoreTestOptions extends TestRunner {
  /** Heads the tests; "the store of labels" unless told. */
  readonly name?: string;
}

/** Opens a place for labels. */
export type OpenLabels = () => LabelStore | Promise<LabelStore>;

/**
 * Tests that a store of labels has to pass.
 *
 * @example
 * import { describe, it } from "vitest";
 * testLabelStore(() => fileLabelStore("labels.jsonl"), { describe, it });
 *
 * @param open called several times a test: each time it must open the same place, as another process would, for what
 *   one has added is read with the next. Labels of earlier tests may be there
 */
export function testLabelStore(open: OpenLabels, options: LabelStoreTestOptions): void {
  const { describe, it, name = "the store of labels" } = options;
  describe(`labels in ${name}`, () => {
    it("are stored with id and time, and found by all who open the same place, oldest first", () =>
      keepsLabels(open));
    it("no longer stand once they are retracted, and only once", () => retractsLabels(open));
    it("of several who label at once are all stored", () => keepsAllAtOnce(open));
    it("keep any text as it is", () => keepsText(open));
    it("keep every decisive step of a verdict that names several", () => keepsFurtherSteps(open));
    it("refuse steps that the attempt does not have or that are out of order, and keep nothing of them", () =>
      refusesSteps(open));
  });
}

async function keepsLabels(open: OpenLabels): Promise<void> {
  const [one, other] = [newLabel(1), newLabel(2, { reason: "3 * 14 is 42", run: "r" })];
  const before = Date.now();
  const store = await open();
  const added = [await store.add(one), await store.add({ ...other, thread: one.thread })];
  const [first, second] = added;
  assert.deepEqual(first, { ...one, id: first?.id, at: first?.at });
  assert.notEqual(first?.id, second?.id);
  assert.ok(added.every(({ at }) => Date.parse(at) >= before - 1000));
  assert.deepEqual(await standing(open, one.thread), added);
}

async function retractsLabels(open: OpenLabels): Promise<void> {
  const store = await open();
  const label = newLabel(1);
  const kept = await store.add({ ...label, verdict: { kind: "unsure" } });
  const { id } = await store.add(label);
  assert.equal(await (await open()).retract(id), true);
  assert.deepEqual(await standing(open, label.thread), [kept]);
  assert.equal(await store.retract(id), false);
  assert.equal(await store.retract(randomUUID()), false);
}

async function keepsAllAtOnce(open: OpenLabels): Promise<void> {
  const { thread } = newLabel(0);
  const labellers = await Promise.all(
    ["ada", "bob", "cy", "dee"].map(async (labeller) => ({ labeller, store: await open() })),
  );
  await Promise.all(
    labellers.flatMap(({ labeller, store }) =>
      [0, 1, 2].map((step) => store.add(newLabel(step, { thread, labeller }))),
    ),
  );
  const said = (await standing(open, thread)).map(
    ({ labeller, verdict }) => `${labeller} ${JSON.stringify(verdict)}`,
  );
  assert.equal(new Set(said).size, 12);
}

async function keepsText(open: OpenLabels): Promise<void> {
  const reason = 'line\nbreak \u2028 "quoted" </script> __proto__ \u001B[31m \u{1F914}';
  const added = await (await open()).add(newLabel(1, { labeller: "Ada\tL.", reason }));
  assert.deepEqual(await standing(open, added.thread), [added]);
}

async function keepsFurtherSteps(open: OpenLabels): Promise<void> {
  const verdict = { kind: "decisive", step: 0, further: [2, 3] } as const;
  const added = await (await open()).add(newLabel(0, { verdict }));
  assert.deepEqual(added.verdict, verdict);
  assert.deepEqual(await standing(open, added.thread), [added]);
}

async function refusesSteps(open: OpenLabels): Promise<void> {
  const further = (...steps: readonly number[]) => ({ kind: "decisive", step: 1, further: steps }) as const;
  const { thread } = newLabel(0);
  const verdicts = [
    { kind: "decisive", step: 4 } as const,
    further(4),
    further(0),
    further(1),
    further(3, 2),
  ];
  for (const verdict of verdicts)
    await assert.rejects(async () => (await open()).add(newLabel(0, { thread, verdict })));
  assert.deepEqual(await standing(open, thread), []);
}

async function standing(open: OpenLabels, thread: string): Promise<readonly Label[]> {
  return (await (await open()).list()).filter((label) => label.thread === thread);
}

/** Of an attempt of four steps, on a thread of its own. */
function newLabel(step: number, rest: Partial<NewLabel> = {}): NewLabel {
  return {
    thread: randomUUID(),
    run: "",
    attempt: 1,
    steps: 4,
    verdict: { kind: "decisive", step },
    labeller: "ada",
    convention: EARLIEST_UNRECOVERED,
    ...rest,
  };
}
