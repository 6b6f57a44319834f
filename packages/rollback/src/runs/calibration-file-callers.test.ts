import { writeFile } from "node:fs/promises";

import { Command, interrupt, MemorySaver } from "@langchain/langgraph";
import { calibrationId, writeCalibration, type Attribution } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { failuresAt } from "../fixtures/labelled-failures.ts";
import { newFile, olderAndNewer } from "../fixtures/learning-from-file.ts";
import { isRight, middlewareAgent, question } from "../fixtures/middleware-agent.ts";
import { warningsOf } from "../fixtures/warnings-of.ts";
import { attributionNode, rollbackGraph } from "../index.ts";
import type { MiddlewareEvent } from "../middleware/index.ts";

const { older, newer } = await olderAndNewer();
const resumed = (resume: unknown) => new Command<unknown, Record<string, unknown>, never>({ resume });

const idOf = (attribution: Attribution | undefined) => attribution?.calibrated?.id;

describe("rollbackGraph with a calibration file", () => {
  const driven = (file: string, steps: Parameters<typeof chainGraph>[0] = { b: untilTold("b") }) => {
    const inner = chainGraph(steps).builder.compile({ checkpointer: new MemorySaver() });
    return rollbackGraph(inner, { verify: nothingWrong, noteChannel: "note", calibration: file }).compile({
      checkpointer: new MemorySaver(),
    });
  };
  const call = (threadId: string) => ({ input: { log: ["in"] }, threadId });

  it("takes what is there when a run begins, and warns once of a file that is missing", async () => {
    const file = newFile();
    const graph = driven(file);
    const used: unknown[] = [];
    const warnings = await warningsOf(async () => {
      for (const [thread, calibration] of [["1"], ["2"], ["3", older], ["4", newer]] as const) {
        if (calibration !== undefined) await writeCalibration(file, calibration);
        const { attempts } = await graph.invoke(call(thread), on(thread));
        used.push(idOf(attempts[0]?.attribution));
      }
    });
    expect(used).toEqual([undefined, undefined, calibrationId(older), calibrationId(newer)]);
    expect(warnings).toMatchObject([{ code: "CALIBRATION_MISSING" }]);
  });

  it("leaves a paused run the calibration that it began with", async () => {
    const file = newFile();
    await writeCalibration(file, older);
    const graph = driven(file, { a: () => `a:${String(interrupt("May I?"))}`, b: untilTold("b") });
    await graph.invoke(call("inner"), on("outer"));
    await writeCalibration(file, newer);
    const { status, attempts } = await graph.invoke(resumed("go"), on("outer"));
    expect([status, idOf(attempts[0]?.attribution)]).toEqual(["recovered", calibrationId(older)]);
  });
});

describe("rollbackMiddleware with a calibration file", () => {
  const records = (events: readonly MiddlewareEvent[]) =>
    events.flatMap((event) => (event.type === "rollback:judged" ? [event.record] : []));
  const problems = (events: readonly MiddlewareEvent[]) =>
    events.flatMap((event) => (event.type === "rollback:problem" ? [event.problem.code] : []));

  it("takes what is there when a turn begins, and tells once of a file that it cannot use", async () => {
    const file = newFile();
    const config = { verify: isRight, calibration: file };
    const used: unknown[] = [];
    const told: unknown[] = [];
    const warnings = await warningsOf(async () => {
      for (const content of [undefined, older, { ...older, n: 1 }, newer]) {
        if (content !== undefined) await writeFile(file, JSON.stringify(content));
        const { agent, events } = middlewareAgent("v2", config);
        const { messages } = await agent.invoke(question, on("t"));
        expect(messages.at(-1)?.text).toBe("The sum is 5.");
        used.push(idOf(records(events)[0]?.attribution));
        told.push(...problems(events));
      }
    });
    const [first, second] = [older, newer].map((each) => calibrationId(each));
    expect(used).toEqual([undefined, first, first, second]);
    expect(warnings.map(({ code }) => code)).toEqual(["CALIBRATION_MISSING", "CALIBRATION_FORMAT"]);
    expect(told).toEqual(["CALIBRATION_FORMAT"]);
  });

  it("leaves a paused turn the calibration that it began with", async () => {
    const file = newFile();
    await writeCalibration(file, older);
    let judged = 0;
    const { agent, events } = middlewareAgent("v2", {
      verify: (run) => {
        judged += 1;
        if (judged === 1) interrupt("May I judge it?");
        return isRight(run);
      },
      calibration: file,
    });
    await agent.invoke(question, on("t"));
    await writeCalibration(file, newer);
    const { messages } = await agent.invoke(resumed("go"), on("t"));
    expect(messages.at(-1)?.text).toBe("The sum is 5.");
    expect(idOf(records(events)[0]?.attribution)).toBe(calibrationId(older));
  });
});

it("attributionNode takes what is there when it is called", async () => {
  const file = newFile();
  const [trajectory] = failuresAt(1, { count: 1, length: 3 });
  if (trajectory === undefined) throw new Error("Expected a failure.");
  const attribute = attributionNode({ calibration: file });
  const used = [];
  for (const calibration of [undefined, older, newer]) {
    if (calibration !== undefined) await writeCalibration(file, calibration);
    used.push(idOf((await attribute({ trajectory })).attribution));
  }
  expect(used).toEqual([undefined, calibrationId(older), calibrationId(newer)]);
});
