import type { Calibration } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { calibratedAt, tooSmallCalibration } from "../fixtures/labelled-failures.ts";
import { isRight, middlewareAgent, question } from "../fixtures/middleware-agent.ts";
import { warningsOf } from "../fixtures/warnings-of.ts";
import { readHistory, withRollback } from "../index.ts";
import { readMiddlewareRecords } from "../middleware/index.ts";
import { type Policy, restart } from "../policies/index.ts";

/** The codes that are warned with, and the first rewind of a run that fails once. */
async function tried(calibration: Calibration, options: { readonly policy?: Policy } = {}) {
  const { builder } = chainGraph({ b: untilTold("b") });
  const graph = withRollback(builder.compile(), {
    verify: nothingWrong,
    noteChannel: "note",
    calibration,
    ...options,
  });
  const warnings = await warningsOf(() => graph.invoke({ log: [] }, on("t")));
  const [run] = await readHistory(graph, on("t"));
  const codes = warnings.flatMap(({ code }) => (code === "ONLY_RESTARTS" ? [code] : []));
  return { codes, rewind: run?.attempts[0]?.rewind, messages: warnings.map(({ message }) => message) };
}

describe("a calibration that will only restart", () => {
  it("is warned of once, and each of its restarts says so in its record", async () => {
    // Of a size of its own: other tests share the process, and the same sentence is said once.
    const small = await tooSmallCalibration(3);
    const first = await tried(small);
    expect(first.codes).toEqual(["ONLY_RESTARTS"]);
    expect(first.messages[0]).toMatch(
      /in none of its 3 labelled failures would the first rollback keep a step/,
    );
    expect(first.rewind).toMatchObject({ step: 0, warning: "ONLY_RESTARTS" });
    const again = await tried(structuredClone(small));
    expect(again.codes).toEqual([]);
    expect(again.rewind).toMatchObject({ warning: "ONLY_RESTARTS" });
  });

  it("is told by the forecast in its file, which knows more labels than those that calibrate", async () => {
    const small = await tooSmallCalibration();
    const forecast = { failures: 12, kept: 3, redone: 0.8, standardError: 0.1 };
    expect((await tried({ ...small, forecast })).rewind).not.toHaveProperty("warning");
    const none = { failures: 12, kept: 0, redone: 1, standardError: 0 };
    const bounded = await tried({ ...(await calibratedAt(0)), forecast: none });
    expect(bounded.messages[0]).toContain("12 labelled failures");
  });

  it("is not warned of where the policy is `restart`, or fails", async () => {
    const small = await tooSmallCalibration();
    expect(await tried(small, { policy: restart() })).toMatchObject({ codes: [], rewind: { step: 0 } });
    const failing: Policy = {
      name: "failing",
      decide: () => {
        throw new Error("I cannot decide.");
      },
    };
    const { codes, rewind } = await tried(small, { policy: failing });
    expect({ codes, step: rewind?.step, warning: rewind?.warning }).toEqual({
      codes: [],
      step: 0,
      warning: undefined,
    });
  });

  it("is told in the middleware's records, too", async () => {
    const { agent } = middlewareAgent("v2", { verify: isRight, calibration: await tooSmallCalibration() });
    await agent.invoke(question, on("t"));
    expect((await readMiddlewareRecords(agent, on("t")))[0]).toMatchObject({
      trimmed: { step: 0, warning: "ONLY_RESTARTS" },
    });
  });
});
