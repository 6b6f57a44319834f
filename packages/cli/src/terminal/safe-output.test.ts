import { stringifyTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { inertText } from "@langgraph-rollback/inspector/shared";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runCommand } from "../fixtures/run-command.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";

const { file } = await scratchFolder();
const OBEYED = /(?!\n)[\p{Cc}\p{Cf}]/u;
/** Beside ESC: its sibling of one character, what turns the direction of text, and an invisible tag. */
const HOSTILE = "\u001B[2J\u009B2J\u202Egone\u{E0041}";

describe("JSON on the standard output", () => {
  it("means the same, and holds nothing that a terminal obeys", () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom(...Array.from(HOSTILE), "\n", "\\", '"'), fc.string()),
    });
    fc.assert(
      fc.property(fc.dictionary(text, text), (value) => {
        const json = inertText(JSON.stringify(value, undefined, 2));
        expect(JSON.parse(json)).toEqual(value);
        expect(json).not.toMatch(OBEYED);
      }),
    );
  });

  it.each([["export"], ["import"], ["attribute", "--json"]])("is inert: %s", async (command, ...options) => {
    const steps = [{ index: 0, agent: HOSTILE, content: HOSTILE }];
    const failed = { id: HOSTILE, task: HOSTILE, steps, outcome: { ok: false, reason: HOSTILE } };
    const traces = await file("hostile.jsonl", `${stringifyTrajectory(failed)}\n`);
    const { code, err, out } = await runCommand(command, traces, ...options);
    expect(code).toBe(0);
    expect(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify(HOSTILE).slice(1, -1));
    expect(`${out}${err}`).not.toMatch(OBEYED);
  });
});
