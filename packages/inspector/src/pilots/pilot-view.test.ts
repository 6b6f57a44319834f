import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { calibrateAlarm, calibrateVerifier, fitAlarm } from "@langgraph-rollback/attribution";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { withRollback } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { failedThread, givenSource, steps } from "../fixtures/given-source.ts";
import { decisive, runVerdictOn, verdictOn } from "../fixtures/labels.ts";
import { recordObserved, recordPlainTurns, recordRecovery } from "../fixtures/recorded-threads.ts";
import { checkpointerLabelStore } from "../labels/checkpointer-label-store.ts";
import type { NewLabel } from "../shared/labels/label.ts";
import type { AttemptView, ThreadView } from "../shared/view/thread-view.ts";
import { checkpointerSource } from "../source/checkpointer-source.ts";
import { pilotView } from "./pilot-view.ts";

const store = async (...labels: readonly NewLabel[]) => {
  const kept = checkpointerLabelStore(new MemorySaver());
  for (const label of labels) await kept.add(label);
  return kept;
};

const judged = { outcome: { ok: false, verifier: "judge-1" } } as const;
const accepted = { outcome: { ok: true, verifier: "judge-1" }, decision: "accept" } as const;
const rolledBack = { ...judged, decision: "roll-back" } as const;

/** A thread whose run was rolled back to its third step, and then ended with another attempt. */
const rolled = (id: string, second: Partial<AttemptView> = {}, status = "recovered" as const): ThreadView => {
  const thread = failedThread(id, [rolledBack, { kept: 2, ...accepted, ...second }]);
  return { ...thread, runs: thread.runs.map((run) => ({ ...run, status })) };
};

const viewOf = async (threads: readonly ThreadView[], ...labels: readonly NewLabel[]) =>
  pilotView({ source: givenSource(threads), labels: await store(...labels) });

describe("the pilot on recorded runs", () => {
  it("tells runs that were observed from those that were rolled back, with steps and tokens", async () => {
    const saver = new MemorySaver();
    await recordObserved(saver, "observed");
    await recordRecovery(saver, "recovered");
    await recordPlainTurns(saver, "plain");
    const view = await pilotView({ source: checkpointerSource(saver, "memory"), labels: await store() });
    expect(view).toMatchObject({ threads: 3, more: false, notJudged: 2, exceptions: null });
    const { figures, verifier } = view.verifiers[0] ?? {};
    expect(verifier).toBeNull();
    expect(figures).toMatchObject({
      runs: 2,
      steps: 6,
      rejected: { count: 2, of: 2 },
      planned: { runs: { count: 1 }, steps: 3, restart: 3, tokens: { redone: 36, restart: 36 } },
      made: { runs: { count: 1 }, tokens: { runs: 1 } },
      passed: { count: 1, of: 1 },
      leftAlone: 0,
    });
    expect(view.unreadable).toBeUndefined();
  });

  it("counts what was redone after a rollback, beside what restarts take", async () => {
    const priced = steps(6).map((step) => ({ ...step, tokens: { input: 10, output: 1 } }));
    const { verifiers } = await viewOf([rolled("a"), rolled("b", { steps: priced })]);
    expect(verifiers[0]?.figures.made).toMatchObject({
      runs: { count: 2 },
      steps: 6,
      restart: 10,
      tokens: { runs: 1, redone: 44, restart: 66 },
    });
  });

  it("takes the rewind's word where the steps of an attempt cannot be read", async () => {
    const plan = { step: 1, kind: "superstep", policy: "to-set", checkpoint: "c", fork: "f" } as const;
    const rewind = { ...plan, kept: 1, redone: 7 };
    const gone = { steps: [], missing: "The checkpointer does not hold it any more." };
    const thread = failedThread("a", [
      { ...rolledBack, rewind, ...gone },
      { kept: 0, ...accepted, ...gone },
    ]);
    const { figures } = (await viewOf([thread])).verifiers[0] ?? {};
    expect(figures).toMatchObject({ steps: 8, made: { steps: 7, restart: 8 } });
  });

  it("knows what was recovered and spoilt where the first attempt and the returned one are labelled", async () => {
    const view = await viewOf(
      [rolled("recovered"), rolled("spoilt"), rolled("half"), rolled("not judged")],
      runVerdictOn("recovered", "wrong"),
      // By another convention, which is about steps.
      verdictOn("recovered", decisive(1)),
      runVerdictOn("recovered", "right", { attempt: 2 }),
      runVerdictOn("spoilt", "right"),
      runVerdictOn("spoilt", "wrong", { attempt: 2 }),
      runVerdictOn("half", "wrong"),
      runVerdictOn("not judged", "right", { attempt: 2 }),
    );
    expect(view.verifiers[0]?.figures).toMatchObject({
      recovered: { count: 1, of: 1 },
      spoilt: { count: 1, of: 1 },
      returnedToLabel: 1,
    });
    expect(view.toLabel).toEqual([{ thread: "half", run: "run of half", attempt: 2 }]);
  });

  it("takes the first attempt's label where that attempt is returned after all", async () => {
    const thread = failedThread("a", [rolledBack, { ...judged, decision: "give-up", kept: 2 }]);
    const returned = { ...thread, runs: thread.runs.map((run) => ({ ...run, returned: 1 })) };
    const view = await viewOf([returned], runVerdictOn("a", "wrong"));
    expect(view.verifiers[0]?.figures).toMatchObject({
      recovered: { count: 0, of: 1 },
      passed: { count: 0, of: 1 },
    });
    expect(view.toLabel).toEqual([]);
  });

  it("does not say of a run under way whether it passed", async () => {
    const running = failedThread("a", [rolledBack, { kept: 2, outcome: undefined }]);
    const thread = { ...running, runs: running.runs.map((run) => ({ ...run, status: "running" as const })) };
    expect((await viewOf([thread])).verifiers[0]?.figures).toMatchObject({
      made: { runs: { count: 1 } },
      passed: { of: 0 },
    });
  });

  it("says which labels do not count, and why", async () => {
    const { leftOut, verifiers } = await viewOf(
      ["disputed", "unsure", "changed"].map((id) => failedThread(id, [judged])),
      runVerdictOn("disputed", "right"),
      runVerdictOn("disputed", "wrong", { labeller: "grace" }),
      runVerdictOn("unsure", "unsure"),
      runVerdictOn("changed", "right", { steps: 9 }),
    );
    expect(leftOut).toEqual({ disputed: 1, unsure: 1, changed: 1 });
    expect(verifiers[0]?.figures).toMatchObject({
      leftAlone: 3,
      falseRejections: { of: 0 },
      misses: { of: 0 },
    });
  });

  it("keeps verifiers and exceptions apart, and says whether a calibration is of one of them", async () => {
    const threads = [
      failedThread("a", [judged]),
      failedThread("b", [
        { outcome: { ok: true, verifier: "judge-2", score: 0.5 }, at: "2026-11-23T10:00:00Z" },
      ]),
      failedThread("c", [{ outcome: { ok: false, error: { name: "Error", message: "" } } }]),
    ];
    const given = (verifier: string) => ({
      file: "verifier.json",
      calibration: calibrateVerifier([{ score: 0.5, right: true }], { verifier }),
    });
    const source = givenSource(threads);
    const view = await pilotView({ source, labels: await store(), calibration: given("judge-2") });
    expect(view.verifiers.map(({ verifier }) => verifier)).toEqual(["judge-1", "judge-2"]);
    expect(view.exceptions?.runs).toBe(1);
    expect(view.calibration).toEqual({ file: "verifier.json", verifier: "judge-2", isOfRuns: true });
    const other = await pilotView({ source, labels: await store(), calibration: given("judge-3") });
    expect(other.calibration?.isOfRuns).toBe(false);
  });

  it("shows what each number of retries and each gamma would accept, and what was chosen", async () => {
    const verdicts = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((score) => ({ score, right: true }));
    const tasks = verdicts.map(({ score }) => [{ score, right: false }]);
    const of = (gamma?: number) =>
      calibrateVerifier(verdicts, {
        verifier: "judge-1",
        epsilon: 0.1,
        retries: { below: 0.1, maxRetries: 1, tasks, ...(gamma === undefined ? {} : { gamma }) },
      });
    const viewWith = async (gamma?: number) =>
      (
        await pilotView({
          source: givenSource([]),
          labels: await store(),
          calibration: { file: "v.json", calibration: of(gamma) },
        })
      ).calibration?.retries;
    const chosen = await viewWith(0.2);
    expect(chosen).toMatchObject({ tasks: 9, reason: expect.stringContaining("at most 20 %") });
    expect(chosen?.table.map(({ gamma, retries, k }) => [retries, gamma, k])).toEqual([
      [1, 0.05, 0],
      [1, 0.1, 1],
      [1, 0.2, 2],
      [1, undefined, undefined],
    ]);
    expect(await viewWith()).not.toHaveProperty("reason");
  });

  it("reports threads that cannot be read whole, and continues with the others", async () => {
    const damaged = {
      id: "bad",
      runs: [],
      unreadable: [{ checkpoint: "c", message: "An entry is damaged." }],
    };
    const view = await viewOf([damaged, failedThread("a", [judged]), { ...damaged, id: "worse" }]);
    expect(view.unreadable).toEqual({ threads: 2, first: 'Thread "bad": An entry is damaged.' });
    expect(view.verifiers[0]?.figures.runs).toBe(1);
  });

  it("looks at the latest threads only, and says that there are more", async () => {
    const source = givenSource([failedThread("a", [judged]), failedThread("b", [judged])]);
    expect(await pilotView({ source, labels: await store(), threads: 1 })).toMatchObject({
      threads: 1,
      more: true,
    });
  });

  it("has nothing to show of files, which tell no scores, nor of nothing", async () => {
    const thread = failedThread("a", [judged]);
    const fromFile = { ...thread, runs: thread.runs.map((run) => ({ ...run, run: "" })) };
    expect(await viewOf([fromFile])).toMatchObject({ notJudged: 1, verifiers: [] });
    expect((await viewOf([])).advice.kind).toBe("observe-more");
  });

  it("reads a thread again only when it has changed", async () => {
    let reads = 0;
    const source = givenSource([failedThread("a", [judged])]);
    const counting = {
      ...source,
      thread: async (id: string) => {
        reads += 1;
        return source.thread(id);
      },
    };
    const labels = await store();
    await pilotView({ source: counting, labels });
    await pilotView({ source: counting, labels });
    expect(reads).toBe(1);
  });
});

describe("the pilot on runs that an alarm watched", () => {
  const scored = Array.from({ length: 200 }, (_, at) => ({
    right: at % 2 === 0,
    scores: at % 2 === 0 ? [0.9 - (at % 10) / 100, 0.9, 0.9] : [0.1, 0.1, 0.1],
  }));
  const alarm = calibrateAlarm(scored.slice(100), {
    model: fitAlarm(scored.slice(0, 100)),
    scorer: "mood-1",
    alpha: 0.1,
  });
  const scorer = {
    fingerprint: "mood-1",
    score: ({ steps: so }: { readonly steps: readonly { readonly content: string }[] }) =>
      so.some(({ content }) => content.includes("bad")) ? 0.1 : 0.9,
  };
  const State = Annotation.Root({ mood: Annotation<string>, note: Annotation<string> });

  /** Runs of three steps that begin in a bad mood, unless a note tells of it. */
  async function recordWatched(saver: MemorySaver, thread: string, audit: number, mood = "bad") {
    const graph = new StateGraph(State)
      .addNode("read", ({ note }) => ({ mood: note === undefined ? mood : "good" }))
      .addNode("think", () => ({}))
      .addNode("answer", () => ({}))
      .addEdge(START, "read")
      .addEdge("read", "think")
      .addEdge("think", "answer")
      .addEdge("answer", END)
      .compile({ checkpointer: saver });
    const guarded = withRollback(graph, {
      verify: ({ output }) => output?.mood !== "bad",
      noteChannel: "note",
      watch: { alarm, scorer, audit, waitMs: 60_000 },
    });
    await guarded.invoke({}, { configurable: { thread_id: thread } });
  }

  it("counts what it stopped, and what it would have stopped of those that were let go on", async () => {
    const saver = new MemorySaver();
    await recordWatched(saver, "stopped", 1e-9);
    await recordWatched(saver, "let go on", 1);
    await recordWatched(saver, "quiet", 1, "good");
    const view = await pilotView({ source: checkpointerSource(saver, "memory"), labels: await store() });
    expect(view.exceptions).toBeNull();
    expect(view.stopped).toMatchObject({ runs: 1, steps: 1, made: { runs: { count: 1 } } });
    expect(view.verifiers[0]?.figures).toMatchObject({ runs: 2, rejected: { count: 1 } });
    expect(view.alarm).toMatchObject({
      stopped: { count: 1, of: 1 },
      wouldStop: { count: 1, of: 2 },
      rightWouldStop: { count: 0, of: 1 },
      // One step and a retry of three; three and three, and three.
      steps: { with: 4, without: 4.5 },
      change: null,
      advice: { kind: "unknown" },
    });
  });
});
