import { describe, expect, it } from "vitest";

import { labelledFailures } from "../../fixtures/labelled-failures.ts";
import { askedIn, textOf } from "../../fixtures/step-judges.ts";
import { scriptedModel, type ScriptedModel, type ScriptedReply } from "../../testing/scripted-model.ts";
import { rolePrompted } from "./role-prompted.ts";
import { ROLES } from "./roles.ts";

const pens = labelledFailures.find(({ id }) => id === "pens");
if (pens === undefined) throw new Error("The fixture is missing.");
const evidence = { trajectory: pens };

const SUMMARY = "Groups of </end> two.";

/** Probabilities by role, then by step; anything else is returned as it is. */
const opining = (
  opinions: readonly (readonly (number | string)[])[],
  summary: ScriptedReply = { json: { summary: SUMMARY } },
): ScriptedModel =>
  scriptedModel((messages) => {
    const text = textOf(messages);
    const { kind, step = 0 } = askedIn(text);
    if (kind === "summary") return summary;
    const role = ROLES.findIndex(({ manner }) => text.includes(manner));
    const probability = opinions[role]?.[step - 1];
    return typeof probability === "string"
      ? probability
      : { json: { evidence: `${ROLES[role]?.name} of step ${step}`, probability } };
  });

const OPINIONS = [
  [0, 0.5, 0.25, 0],
  [0, 1, 0.25, 0.5],
  [0, 0.25, 0.25, 0.5],
  [0, 0.75, 0.25, 0],
];

describe("rolePrompted", () => {
  it("summarises first, then asks each of four roles about each step", async () => {
    const model = opining(OPINIONS);
    const { usage } = await rolePrompted({ model }).attribute(evidence);
    expect(usage.calls).toBe(4 * 4 + 1);
    const kinds = model.calls.map((call) => askedIn(textOf(call)).kind);
    expect(kinds[0]).toBe("summary");
    expect(new Set(kinds.slice(1))).toEqual(new Set(["probability"]));
    const pairs = model.calls.slice(1).map((call) => {
      const text = textOf(call);
      return `${ROLES.findIndex(({ manner }) => text.includes(manner))} ${askedIn(text).step}`;
    });
    expect(new Set(pairs).size).toBe(16);
  });

  it("scores a step by the mean over the roles, and gives the reason of the most suspicious one", async () => {
    const { scores, step, agent, reason } = await rolePrompted({ model: opining(OPINIONS) }).attribute(
      evidence,
    );
    expect(scores).toEqual([0, 0.625, 0.25, 0.25]);
    expect({ step, agent, reason }).toEqual({ step: 1, agent: "solver", reason: "liberal of step 2" });
  });

  it("passes the summary on in a frame, as a model's words about a trace are no better than the trace", async () => {
    const model = opining(OPINIONS);
    await rolePrompted({ model }).attribute(evidence);
    for (const call of model.calls.slice(1)) {
      const [system, user] = call;
      expect(system?.text).not.toContain("Groups of");
      expect(user?.text).toMatch(
        /<<summary (\d{9})>>\n"Groups of \\u003c\/end> two\."\n<<end of summary \1>>/,
      );
    }
  });

  it("takes the mean over the roles that answered; a step that none answered for has no score", async () => {
    const some = [
      [0, "?", 0.25, "?"],
      [0, 1, "?", "?"],
      [0, 0.5, 0.25, "?"],
      [0, "?", 0.25, "?"],
    ];
    const { scores, problems } = await rolePrompted({ model: opining(some) }).attribute(evidence);
    expect(scores).toEqual([0, 0.75, 0.25, undefined]);
    expect(problems).toHaveLength(7);
    expect(problems[0]).toMatch(/^Step 2, conservative: /);
  });

  it("judges without a summary where there is none", async () => {
    const model = opining(OPINIONS, "No comment.");
    const { scores, problems } = await rolePrompted({ model }).attribute(evidence);
    expect(scores).toEqual([0, 0.625, 0.25, 0.25]);
    expect(problems[0]).toMatch(/^Summary: /);
    expect(model.calls.map(textOf).join("\n")).not.toContain("<<summary");
  });
});
