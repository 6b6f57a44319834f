import { MemorySaver } from "@langchain/langgraph";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { beforeEach, describe, expect, it } from "vitest";

import { decisive, unsure, verdictOn } from "../fixtures/labels.ts";
import {
  EARLIEST_UNRECOVERED,
  type LabelStore,
  type LabelVerdict,
  type NewLabel,
} from "../shared/labels/label.ts";
import { LAST_RECOVERING_START, REPLAY } from "../shared/index.ts";
import { startInspector } from "../server/start-inspector.ts";
import { trajectorySource } from "../source/trajectory-source.ts";
import { checkpointerLabelStore } from "./checkpointer-label-store.ts";
import { labelledTrajectories } from "./labelled-trajectories.ts";
import { labelsView } from "./labels-view.ts";

const BY = { labeller: REPLAY, convention: LAST_RECOVERING_START } as const;
const between = (first: number, last: number): LabelVerdict => ({ kind: "between", first, last });
const unrecovered: LabelVerdict = { kind: "unrecovered" };
const inconclusive: LabelVerdict = { kind: "inconclusive" };

const trajectory = (id: string): Trajectory => ({
  id,
  task: "",
  steps: [0, 1, 2, 3].map((index) => ({ index, agent: "solve", content: "" })),
  outcome: { ok: false },
});
const IDS = ["a", "b", "c", "d"];
const source = trajectorySource(IDS.map(trajectory), "runs.jsonl");

let store: LabelStore;
beforeEach(() => {
  let time = 0;
  store = checkpointerLabelStore(new MemorySaver(), { clock: () => (time += 1000) });
});
const add = (thread: string, verdict: LabelVerdict, rest: Partial<NewLabel> = {}) =>
  store.add(verdictOn(thread, verdict, { run: "", ...BY, ...rest }));
const all = async (convention: string = LAST_RECOVERING_START) =>
  labelledTrajectories(source, await store.list(), convention);

describe("a label by replay", () => {
  it("is stored: one step, a range, unrecovered or inconclusive", async () => {
    const verdicts = [decisive(2), between(1, 3), unrecovered, inconclusive];
    for (const verdict of verdicts) await add("a", verdict);
    expect((await store.list()).map(({ verdict }) => verdict)).toEqual(verdicts);
  });

  it("is refused of a person, and its verdicts are by any other convention", async () => {
    await expect(add("a", decisive(1), { labeller: "ada" })).rejects.toThrow(
      /`label.labeller`: expected "replay"/,
    );
    for (const verdict of [between(1, 2), unrecovered, inconclusive])
      await expect(add("a", verdict, { convention: EARLIEST_UNRECOVERED })).rejects.toThrow(
        /verdict of the label's convention/,
      );
    for (const verdict of [unsure, decisive(1, 2), { kind: "none" } as const])
      await expect(add("a", verdict)).rejects.toThrow(/verdict of the label's convention/);
  });

  it("is refused if its range is not in order or not in the attempt", async () => {
    for (const verdict of [between(2, 2), between(2, 1), between(1, 4)])
      await expect(add("a", verdict)).rejects.toThrow(/`label.verdict.last`: expected a step/);
  });

  it("is replaced by a later one of the same attempt", async () => {
    await add("a", unrecovered);
    await add("a", between(1, 3));
    await add("a", decisive(2));
    expect((await all()).labelled).toMatchObject([{ label: { decisiveStep: 2 } }]);
    await add("a", inconclusive);
    expect(await all()).toMatchObject({ labelled: [], misses: [{ missed: "inconclusive" }] });
  });
});

describe("labelled trajectories by replay", () => {
  it("have one step or a range, and name their convention; the others are misses", async () => {
    await add("a", decisive(2), { reason: "3 replays" });
    await add("b", between(1, 3));
    await add("c", unrecovered);
    await add("d", inconclusive);
    const own = { convention: LAST_RECOVERING_START, decisiveAgent: "solve" };
    expect(await all()).toEqual({
      labelled: [
        { ...trajectory("a"), label: { decisiveStep: 2, reason: "3 replays", ...own } },
        { ...trajectory("b"), label: { decisiveStep: 1, lastPossibleStep: 3, ...own } },
      ],
      misses: [
        { ...trajectory("c"), missed: "unrecovered" },
        { ...trajectory("d"), missed: "inconclusive" },
      ],
      leftOut: [],
    });
  });

  it("are never among those of people, nor the other way round", async () => {
    await add("a", decisive(2));
    await add("b", unrecovered);
    await store.add(verdictOn("c", decisive(1), { run: "" }));
    expect(await all(EARLIEST_UNRECOVERED)).toMatchObject({
      labelled: [{ id: "c" }],
      misses: [],
      leftOut: [],
    });
    expect(await all()).toMatchObject({ labelled: [{ id: "a" }], misses: [{ id: "b" }] });
  });

  it("are told where they are of later attempts, of attempts that changed, or not there", async () => {
    await add("a", unrecovered, { attempt: 2 });
    await add("b", unrecovered, { steps: 5 });
    await add("e", between(0, 1));
    expect((await all()).leftOut.map(({ thread, why }) => `${thread} ${why}`).toSorted()).toEqual([
      "a not-first",
      "b changed",
      "e missing",
    ]);
  });
});

describe("the view of labels", () => {
  it("asks people about an attempt that replays have labelled, and shows those labels apart", async () => {
    await add("a", decisive(2));
    await add("b", unrecovered);
    const view = await labelsView(source, store);
    expect(view.queue.map(({ thread }) => thread).toSorted()).toEqual(IDS);
    expect(view).toMatchObject({ labels: [], next: { now: { labels: 0 } } });
    expect(view.replays).toHaveLength(2);
  });

  it("by the convention of replays counts all that calibrate, and has none beside", async () => {
    await add("a", between(0, 1));
    await add("b", unrecovered);
    const view = await labelsView(source, store, { convention: LAST_RECOVERING_START });
    expect(view.next?.now.labels).toBe(2);
    expect(view.replays).toBeUndefined();
    expect(view.queue.map(({ thread }) => thread).toSorted()).toEqual(["c", "d"]);
  });

  it("is not served to people by the convention of replays", async () => {
    await expect(
      startInspector({ source, labels: store, labeller: "ada", convention: LAST_RECOVERING_START, port: 0 }),
    ).rejects.toThrow(/given by replays/);
  });
});
