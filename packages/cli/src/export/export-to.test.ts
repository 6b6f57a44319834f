import * as fc from "fast-check";
import { readFile } from "node:fs/promises";
import {
  parseLabelledTraces,
  parseTrajectories,
  stringifyTrajectory,
  type Trajectory,
} from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, inject, it } from "vitest";
import { evaluationFixture } from "../fixtures/evaluation-fixture.ts";
import { recordFailures } from "../fixtures/labelled-database.ts";
import { recordRuns } from "../fixtures/replayed-agent.ts";
import { runHere } from "../fixtures/run-here.ts";
import { runCommand } from "../fixtures/run-command.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { recordShown } from "../fixtures/shown-database.ts";
import { sqlite } from "../fixtures/sqlite.ts";
import { readText } from "../formats/otlp/fixtures/read-text.ts";
import { histories, readHistory } from "./fixtures/histories.ts";
import { runDocument, runSpans } from "./otlp/run-spans.ts";
import { saidWith } from "./said.ts";
import { sessionLines } from "./sessions/session-lines.ts";

const { at, file } = await scratchFolder();
const RUNS = { numRuns: inject("allRounds") ? 500 : 60 };
const ALL = saidWith(true, undefined);
const NONE = saidWith(false, undefined);

/** The parts of an attempt that an export holds. */
const held = ({ instructions, outcome, steps, task }: Trajectory) => ({ instructions, outcome, steps, task });

describe("a run as spans", () => {
  it("is imported with the same attempts, steps, tools and texts, whatever they are", async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const text = JSON.stringify(runDocument(await readHistory(history), ALL));
        const { imported, left } = await readText(text);
        const whole = history.trajectories.filter(({ steps }) => steps.length > 0);
        expect(imported.map(({ trajectory }) => held(trajectory))).toEqual(whole.map(held));
        expect(imported.map(({ origin }) => origin?.run)).toEqual(whole.map(() => history.view.run));
        expect(left).toEqual([]);
      }),
      RUNS,
    );
  });

  it("has the same ids each time, and each span once, in a span of the same run", async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const [one, other] = [
          runSpans(await readHistory(history), ALL),
          runSpans(await readHistory(history), ALL),
        ];
        expect(other).toEqual(one);
        const ids = new Set(one.map(({ spanId }) => spanId));
        expect(ids.size).toBe(one.length);
        expect(new Set(one.map(({ traceId }) => traceId)).size).toBe(1);
        for (const { links, parentSpanId, spanId, traceId } of one) {
          expect(traceId).toMatch(/^[\da-f]{32}$/);
          expect(spanId).toMatch(/^[\da-f]{16}$/);
          if (parentSpanId !== undefined) expect(ids).toContain(parentSpanId);
          for (const link of links) expect(ids).toContain(link.spanId);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("has no text without content, and none that is taken out with it", async () => {
    const secret = "s3cr3t";
    const hidden = { name: "Error", message: secret };
    const steps = [
      {
        index: 0,
        agent: "plan",
        content: secret,
        error: hidden,
        toolCalls: [{ name: "find", args: { [secret]: secret } }],
      },
    ];
    const trajectory = {
      id: "t",
      task: secret,
      instructions: { plan: secret },
      steps,
      outcome: { ok: false, reason: secret },
    };
    const attempts = [
      {
        attempt: 1,
        kept: 0,
        steps: [],
        outcome: { ok: false, error: hidden },
        problem: { code: "X", ...hidden },
      },
    ];
    const run = await readHistory({
      thread: "t",
      trajectories: [trajectory],
      view: { run: "r", status: "gave-up", reason: secret, task: secret, attempts },
    });
    const redact = (text: string): string => text.replaceAll(secret, "<gone>");
    expect(JSON.stringify(runDocument(run, ALL))).toContain(secret);
    expect(JSON.stringify(runDocument(run, NONE))).not.toContain(secret);
    expect(JSON.stringify(runDocument(run, saidWith(true, redact)))).not.toContain(secret);
    expect(sessionLines("t", trajectory, saidWith(true, redact)).join()).not.toContain(secret);
  });
});

describe("labelled runs that were exported and imported", () => {
  it("give the calibration that they give as they were recorded", async () => {
    const recorded = parseLabelledTraces(evaluationFixture(40));
    const documents = await Promise.all(
      recorded.map(async (trajectory) => {
        const attempts = [{ attempt: 1, kept: 0, steps: [], outcome: trajectory.outcome }];
        const view = {
          run: trajectory.id,
          status: "gave-up",
          reason: "",
          task: trajectory.task,
          attempts,
        } as const;
        return runDocument(
          await readHistory({ thread: trajectory.id, trajectories: [trajectory], view }),
          ALL,
        );
      }),
    );
    const otlp = await file(
      "labelled.otlp.jsonl",
      documents.map((each) => `${JSON.stringify(each)}\n`).join(""),
    );
    const { out } = await runHere(["import", otlp]);
    const labelled = parseTrajectories(out).map((trajectory, place) => ({
      ...trajectory,
      id: recorded[place]?.id ?? "",
      ...(recorded[place]?.group !== undefined && { group: recorded[place].group }),
      ...(recorded[place]?.label !== undefined && { label: recorded[place].label }),
    }));
    expect(labelled.map(({ steps }) => steps)).toEqual(recorded.map(({ steps }) => steps));
    const calibrated = async (name: string, traces: readonly Trajectory[]): Promise<unknown> => {
      const data = await file(
        `${name}.jsonl`,
        traces.map((each) => `${stringifyTrajectory(each)}\n`).join(""),
      );
      const ended = await runHere([
        "calibrate",
        "--data",
        data,
        "--scorer",
        "logit",
        "--out",
        at(`${name}.json`),
      ]);
      expect(ended).toMatchObject({ code: 0 });
      return JSON.parse(await readFile(at(`${name}.json`), "utf8"));
    };
    const [own, other] = [await calibrated("recorded", recorded), await calibrated("imported", labelled)];
    expect(other).toEqual(own);
  });
});

describe("a run as a session", () => {
  it("holds task, texts and calls of each attempt in order", async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ({ trajectories }) => {
        for (const trajectory of trajectories) {
          const [head, ...lines] = sessionLines("s", trajectory, ALL).map((line): unknown =>
            JSON.parse(line),
          );
          expect(head).toEqual({ type: "session", harness: "langgraph-rollback", id: "s" });
          const asked =
            trajectory.task === ""
              ? []
              : [{ type: "message", message: { role: "user", content: trajectory.task } }];
          expect(lines.slice(0, asked.length)).toEqual(asked);
          expect(lines.slice(asked.length)).toMatchObject(
            trajectory.steps.map(({ content, kind, toolCalls = [] }) => ({
              type: "message",
              message: {
                content,
                ...(kind === "user" || toolCalls.length === 0
                  ? {}
                  : {
                      toolCalls: toolCalls.map(({ args, name }) => ({
                        function: { name, arguments: JSON.stringify(args) },
                      })),
                    }),
              },
            })),
          );
        }
      }),
      { numRuns: 50 },
    );
  });

  it("names for each answer of a tool the call that it answers", () => {
    const called = (id: string) => ({ id, name: "add", args: {} });
    const steps = [
      {
        index: 0,
        agent: "solve",
        content: "",
        kind: "model",
        toolCalls: [called("a"), { ...called("b"), name: "find" }],
      },
      { index: 1, agent: "find", content: "found", kind: "tool" },
      { index: 2, agent: "add", content: "3", kind: "tool" },
      { index: 3, agent: "add", content: "nobody asked", kind: "tool" },
    ] as const;
    const lines = sessionLines("s", { id: "t", task: "", steps }, ALL).map((line): unknown =>
      JSON.parse(line),
    );
    expect(lines).toMatchObject([
      { type: "session" },
      { message: { role: "assistant", toolCalls: [{ id: "a" }, { id: "b" }] } },
      { message: { role: "tool", toolCallId: "b" } },
      { message: { role: "tool", toolCallId: "a" } },
      { message: { role: "tool", content: "nobody asked" } },
    ]);
    expect(lines[4]).not.toHaveProperty("message.toolCallId");
  });
});

describe.runIf(sqlite.open !== undefined)(`export --to${sqlite.missing}`, () => {
  const db = at("runs.sqlite");
  const sorted = (trajectories: readonly Trajectory[]): readonly string[] =>
    trajectories.map((each) => JSON.stringify(held(each))).toSorted();

  it("writes recorded runs so that an import has the same attempts", async () => {
    const saver = sqlite.open?.(db);
    if (saver === undefined) return;
    await recordShown(saver);
    await recordFailures(saver, ["solve", "check"]);
    await recordRuns(
      saver,
      at("agent.mjs"),
      { "told-1": { wrongAt: "search" }, "told-2": { wrongAt: "check", told: "as before" } },
      undefined,
      { maxRollbacks: 2 },
    );
    const traces = at("traces.jsonl");
    expect(await runCommand("export", db, "--to", "otlp", "--content", "--out", traces)).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^Exported 7 runs with 1\d attempts\.$/),
    });
    const own = parseTrajectories((await runCommand("export", db)).out);
    const imported = parseTrajectories((await runCommand("import", traces)).out);
    expect(sorted(imported)).toEqual(sorted(own));
    expect((await runCommand("export", db, "--to", "otlp", "--content")).out).toBe(
      (await readFile(traces, "utf8")).trimEnd(),
    );
  });

  it("writes a thread that is named, without content unless it is asked for", async () => {
    const { out } = await runCommand("export", db, "--to", "otlp", "--thread", "told-1");
    expect(out).toContain('"stringValue":"told-1"');
    expect(out).not.toMatch(/wrong|messages/);
    const lines = (await runCommand("export", db, "--to", "sessions", "--thread", "told-1")).out.split("\n");
    expect(lines.filter((line) => line.includes('"type":"session"'))).toHaveLength(2);
    expect(lines.filter((line) => line.includes("search: wrong"))).not.toEqual([]);
  });

  it.each([
    [["--to", "otlp", "--as", "test"], "`--to` or `--as`"],
    [["--to", "otlp", "--failed"], "`--failed` does not go with `--to otlp`"],
    [["--to", "sessions", "--content"], "`--content` needs `--to otlp`"],
    [["--to", "sessions", "--graph", "./a.js#b"], "`--graph` does not go with `--to sessions`"],
    [["--content"], "`--content` needs `--to otlp`"],
    [["--to", "zipkin"], "otlp, sessions"],
  ])("refuses %s", async (args, words) => {
    expect(await runCommand("export", db, ...args)).toMatchObject({
      code: 2,
      err: expect.stringContaining(words),
    });
  });
});
