import { readFile, writeFile } from "node:fs/promises";
import { type FailureEvidence, readCalibration } from "@langgraph-rollback/attribution";
import { fileLabelStore, openSource } from "@langgraph-rollback/inspector";
import { EARLIEST_UNRECOVERED, LAST_RECOVERING_START } from "@langgraph-rollback/inspector/shared";
import { forecastRollback, readHistory } from "langgraph-rollback";
import { describe, expect, it } from "vitest";
import { agentModule, recordRuns, type Task } from "../fixtures/replayed-agent.ts";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { sqlite } from "../fixtures/sqlite.ts";
import { failuresFromLabels } from "./failures-from-labels.ts";
import { forecastLearnt } from "./forecast-learnt.ts";
import { learnCalibration } from "./learn-calibration.ts";
import { outcomeEvidence } from "./outcome-evidence.ts";
import { outcomeFit } from "./outcome-fit.ts";

const { at } = await scratchFolder();
const [db, labels, replays] = [at("runs.sqlite"), at("runs.labels.jsonl"), at("runs.replays.jsonl")];
const saver = sqlite.open?.(db);

/** Runs that a restart recovers, and two that nothing recovers. */
const TASKS: Readonly<Record<string, Task>> = Object.fromEntries([
  ...(["search", "solve", "check"] as const).flatMap((wrongAt) =>
    [0, 1, 2, 3].map((n): [string, Task] => [`${wrongAt}-${n}`, { wrongAt }]),
  ),
  ["never-0", { wrongAt: "solve", told: "as before" }],
  ["never-1", { wrongAt: "check", told: "as before" }],
]);
/** A run without a label. */
const LATER: Readonly<Record<string, Task>> = { later: { wrongAt: "check", told: "as before" } };

const WITH_ROLLBACK = { maxRollbacks: 2 };
const text = agentModule();
if (saver !== undefined) {
  const agent = await recordRuns(saver, at("agent.mjs"), TASKS, text, WITH_ROLLBACK);
  await runHere(["label", "--replay", "--graph", agent, "--db", db]);
  await recordRuns(saver, agent, LATER, text, WITH_ROLLBACK);
}

const BY_REPLAY = ["--convention", LAST_RECOVERING_START, "--alpha", "0.4"];
const calibrate = (name: string, ...args: readonly string[]) =>
  runHere(["calibrate", "--db", db, "--scorer", "outcomes", "--out", at(`${name}.json`), ...args]);

async function modelIn(name: string) {
  const { scorerModel } = await readCalibration(at(`${name}.json`));
  if (scorerModel?.kind !== "logit") throw new Error("Expected a fitted scorer.");
  return scorerModel;
}

const silent = { print() {}, printError() {}, startProgress: () => ({ advance() {}, done() {}, fail() {} }) };
const where = { db: [db], labels, convention: LAST_RECOVERING_START };

/** What the command learns from, and which runs fitted and calibrated. */
async function learning(file: string = replays) {
  const known = await outcomeEvidence({ ...where, db, replays: file }, silent);
  const { labelled, misses } = await failuresFromLabels(where, silent);
  const learn = async (evidence: readonly FailureEvidence[] = known.evidence) => {
    const parts: (readonly string[])[] = [];
    const { fitTo } = outcomeFit({ ...known, evidence }, [...labelled, ...misses]);
    const fit = {
      fitTo: (part: Parameters<typeof fitTo>[0]) => {
        parts.push(part.map(({ id }) => id));
        return fitTo(part);
      },
    };
    const context = { learning: { name: "outcomes", fit }, misses };
    const { calibration } = await learnCalibration(labelled, { alpha: 0.4, seed: 1 }, context);
    return { model: calibration.scorerModel, fitting: new Set(parts[0]) };
  };
  const { fitting, model } = await learn();
  const threadOf = (id: string) => id.slice(0, id.lastIndexOf(":"));
  const calibrating = new Set(
    [...labelled, ...misses].filter(({ id }) => !fitting.has(id)).map(({ id }) => threadOf(id)),
  );
  return { ...known, learn, model, calibrating, fitting: new Set([...fitting].map(threadOf)), threadOf };
}

let asRecorded: ReturnType<typeof learning> | undefined;
/** The same of the file that `label --replay` wrote, found once. */
const learnt = () => (asRecorded ??= learning());

/** The same tries with the other verdicts. */
const turned = (each: FailureEvidence): FailureEvidence => ({
  ...each,
  tried: each.tried.map((one) => ({ ...one, status: one.status === "accepted" ? "rejected" : "accepted" })),
});

describe.skipIf(saver === undefined)(`calibrate --scorer outcomes${sqlite.missing}`, () => {
  it("makes a calibration from recorded runs and their replays that withRollback takes", async () => {
    const { code, err, out } = await calibrate("made", ...BY_REPLAY, "--json", at("figures.json"));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("Scorer: outcomes (logit-");
    expect(out).toMatch(
      /^The scorer learnt from \d+ failed attempts: 0 labels of people, \d+ retries and \d+ replays\.$/m,
    );
    if (saver === undefined) return;
    const calibration = at("made.json");
    const run = { fresh: { wrongAt: "check" } } as const;
    await recordRuns(saver, at("agent.mjs"), run, text, { calibration, maxRollbacks: 1 });
    const [history] = await readHistory(saver, { configurable: { thread_id: "fresh" } });
    const { scorerFingerprint } = await readCalibration(calibration);
    expect(history?.attempts[0]?.attribution).toMatchObject({ scorerFingerprint });
    expect(history?.attempts.map(({ decision }) => decision)).toEqual(["roll-back", "accept"]);
    await saver.deleteThread("fresh");
  });

  it("counts the evidence of the runs that do not calibrate, by its kind", async () => {
    const { calibrating, evidence, threadOf } = await learnt();
    const own = evidence.filter(({ trajectory }) => !calibrating.has(threadOf(trajectory.id)));
    const tried = own.flatMap((each) => each.tried);
    const count = (kind: string) => tried.filter((each) => each.kind === kind).length;
    const { learntFrom } = await modelIn("made");
    expect(learntFrom).toMatchObject({
      failures: own.length,
      labels: 0,
      retries: count("retry"),
      replays: count("replay"),
    });
    // Two retries of each run that nothing recovers: the second one counts for the first retry.
    expect(evidence.filter(({ trajectory }) => /^(never|later)/.test(trajectory.id))).toHaveLength(6);
    expect(evidence.filter(({ trajectory }) => /^(search|solve|check)/.test(trajectory.id))).toHaveLength(12);
  });

  it("forecasts by the failures that calibrate where a fit is slow", async () => {
    const { evidence, runs } = await learnt();
    const { labelled, misses } = await failuresFromLabels(where, silent);
    const fit = outcomeFit({ evidence, runs }, [...labelled, ...misses]);
    const learn = (isSlow: boolean) =>
      learnCalibration(
        labelled,
        { alpha: 0.4, seed: 1 },
        { learning: { name: "outcomes", fit, isSlow }, misses },
      );
    const [slow, quick] = [await learn(true), await learn(false)];
    expect(slow.calibration).toEqual(quick.calibration);
    expect(quick.fit).toBe(fit);
    const context = { learnt: slow, misses, output: silent };
    expect(await forecastLearnt(labelled, { alpha: 0.4, seed: 1 }, context)).toEqual(
      forecastRollback(slow.calibration),
    );
  });

  it("says in JSON what it learnt from", async () => {
    const figures = JSON.parse(await readFile(at("figures.json"), "utf8"));
    expect(figures).toMatchObject({ scorer: "outcomes", learntFrom: (await modelIn("made")).learntFrom });
  });

  it("does not fit on tries of a failure that calibrates, and does on those of each other run", async () => {
    const { calibrating, evidence, fitting, learn, model, threadOf } = await learnt();
    expect(calibrating.size + fitting.size).toBe(14);
    const changed = (threads: ReadonlySet<string>) =>
      learn(evidence.map((each) => (threads.has(threadOf(each.trajectory.id)) ? turned(each) : each)));
    expect((await changed(calibrating)).model).toEqual(model);
    for (const thread of [...fitting, "later"])
      expect((await changed(new Set([thread]))).model).not.toEqual(model);
  });

  it("does not fit on later attempts of a run whose first one calibrates", async () => {
    const { evidence, runs } = await learnt();
    const own = evidence.filter(({ trajectory }) => trajectory.id.startsWith("never-0"));
    expect(own).toHaveLength(2);
    const first = own[0]?.trajectory;
    if (first === undefined) throw new Error("Expected an attempt.");
    const { fitTo } = outcomeFit({ evidence: own, runs }, [first]);
    expect((await fitTo([])).model).toEqual({ kind: "constant" });
  });

  it("gives the same weights whatever the file says of replays of runs that calibrate", async () => {
    const { calibrating, model } = await learnt();
    expect(model).toEqual(await modelIn("made"));
    const lines = (await readFile(replays, "utf8")).trimEnd().split("\n");
    const written = async (name: string, isChanged: (thread: string) => boolean) => {
      const other = lines.map((line) => {
        const replay = JSON.parse(line);
        const status = replay.status === "accepted" ? "rejected" : "accepted";
        return JSON.stringify(isChanged(replay.thread) ? { ...replay, status } : replay);
      });
      await writeFile(at(`${name}.jsonl`), `${other.join("\n")}\n`);
      return (await learning(at(`${name}.jsonl`))).model;
    };
    expect(await written("calibrating", (thread) => calibrating.has(thread))).toEqual(model);
    expect(await written("fitting", (thread) => !calibrating.has(thread))).not.toEqual(model);
  });

  it("learns from people's labels of the half that fits, beside tries", async () => {
    const own = at("people.labels.jsonl");
    const store = fileLabelStore(own);
    const source = await openSource(db);
    const steps = ["plan", "search", "solve", "check", "answer"];
    for (const [thread, { wrongAt }] of Object.entries(TASKS)) {
      const run = (await source.thread(thread))?.runs[0];
      if (run === undefined) throw new Error("Expected a run.");
      const verdict = { kind: "decisive", step: steps.indexOf(wrongAt) } as const;
      const by = { labeller: "ada", convention: EARLIEST_UNRECOVERED };
      await store.add({ thread, run: run.run, attempt: 1, steps: 5, verdict, ...by });
    }
    await source.close();
    const { code, out } = await calibrate("people", "--labels", own, "--replays", replays);
    expect(code).toBe(0);
    expect(out).toContain("Promise: sets contain the decisive step");
    const { n } = await readCalibration(at("people.json"));
    const { learntFrom } = await modelIn("people");
    expect(learntFrom).toMatchObject({ labels: 14 - n, replays: expect.any(Number) });
    expect(learntFrom?.replays).toBeGreaterThan(0);
    await calibrate("no-replays", "--labels", own);
    expect((await modelIn("no-replays")).learntFrom).toMatchObject({ labels: 14 - n, replays: 0 });
  });

  it("fits each fold without its runs, and the scorer of the file to everything, with --cross", async () => {
    const { code } = await calibrate("crossed", ...BY_REPLAY, "--cross");
    expect(code).toBe(0);
    const { evidence } = await learnt();
    expect(await readCalibration(at("crossed.json"))).toMatchObject({ n: 14, guarantee: "approximate" });
    expect((await modelIn("crossed")).learntFrom).toMatchObject({ failures: evidence.length });
  });

  it("reports replays of attempts that the database does not hold", async () => {
    const [line = ""] = (await readFile(replays, "utf8")).split("\n");
    const gone = JSON.stringify({ ...JSON.parse(line), thread: "gone" });
    const other = JSON.stringify({ ...JSON.parse(line), head: "of another attempt" });
    await writeFile(at("gone.jsonl"), [line, gone, gone, other, ""].join("\n"));
    const { code, err } = await calibrate("gone", ...BY_REPLAY, "--replays", at("gone.jsonl"));
    const leftOut = (thread: string) =>
      `Left out the replays of attempt 1 of thread "${thread}": runs.sqlite does not hold it as it was.`;
    expect({ code, err }).toEqual({
      code: 0,
      err: [leftOut("gone"), leftOut(JSON.parse(line).thread)].join("\n"),
    });
  });

  it.each([
    ["no database", ["--data", at("failures.jsonl"), "--scorer", "outcomes"], "name it with `--db`"],
    ["replays for another scorer", ["--db", db, "--replays", replays], "name that scorer, too"],
    [
      "a file of replays that is not there",
      ["--db", db, "--scorer", "outcomes", "--replays", at("none.jsonl")],
      "there is no",
    ],
    ["two databases", ["--db", db, db, "--scorer", "outcomes"], "one database with `--db`, got 2"],
    [
      "to overwrite the replays",
      ["--db", db, "--scorer", "outcomes", "--out", replays, "--force"],
      "than `--replays`",
    ],
  ])("refuses %s", async (_, args, message) => {
    expect(await runHere(["calibrate", ...args])).toMatchObject({
      code: 2,
      err: expect.stringContaining(message),
    });
  });
});
