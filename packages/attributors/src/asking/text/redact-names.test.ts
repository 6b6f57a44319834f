import type { Redact } from "@langgraph-rollback/attribution";
import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";

import { labelledFailures } from "../../fixtures/labelled-failures.ts";
import { allAtOnce, chief, echo, raffles, type Attributor } from "../../index.ts";
import { chiefModel, perfectAnswers } from "../../methods/chief/fixtures/chief-judge.ts";
import { panelSaying, perfectly } from "../../methods/echo/fixtures/scripted-panel.ts";
import { scriptedModel } from "../../testing/index.ts";

const [refund] = labelledFailures.filter(({ id }) => id === "refund");
if (refund === undefined) throw new Error("The fixture is missing.");
const trajectory = refund;

const NAMES = ["user", "support", "orders", "payments"];
const numbered: Redact = (text) =>
  NAMES.reduce((said, name, index) => said.replaceAll(name, `[team ${index}]`), text);
const alike: Redact = (text) => NAMES.reduce((said, name) => said.replaceAll(name, "[team]"), text);

/** The failure as a model sees it that reads redacted names only. */
const seenThrough = (redact: Redact): LabelledTrajectory => ({
  ...trajectory,
  steps: trajectory.steps.map((step) => ({ ...step, agent: redact(step.agent) })),
  label: { ...trajectory.label, decisiveAgent: redact(trajectory.label.decisiveAgent ?? "") },
});

/** Each method with a judge who knows the label, and calls agents by the names that it was shown. */
const knowing: Readonly<Record<string, (redact: Redact) => Attributor>> = {
  "echo, in one round": (redact) =>
    echo({ model: panelSaying(() => perfectly(seenThrough(redact))), redact }),
  "echo, in two rounds": (redact) =>
    echo({ model: panelSaying(() => perfectly(seenThrough(redact))), redact, unifiedUpTo: 0 }),
  chief: (redact) => chief({ model: chiefModel(perfectAnswers(seenThrough(redact))), redact }),
  "all at once": (redact) => {
    const { decisiveAgent: agent, decisiveStep } = seenThrough(redact).label;
    const json = { reason: "Known.", agent, step: decisiveStep + 1, confidence: 0.9 };
    return allAtOnce({ model: scriptedModel(() => ({ json })), redact });
  },
  raffles: (redact) => {
    const { decisiveAgent: agent, decisiveStep } = seenThrough(redact).label;
    const reason = "Known.";
    const proposal = { fault: reason, primacy: reason, decisiveness: reason, faulty: true, agent };
    const json = { ...proposal, step: decisiveStep + 1, reason, confidence: 95 };
    return raffles({ model: scriptedModel(() => ({ json })), redact });
  },
};

describe.each(Object.entries(knowing))("%s, whose model never reads the names of agents", (_, method) => {
  it.each([
    ["has others for them", numbered],
    ["has one for all of them", alike],
  ])("still knows whom it means where it %s", async (__, redact) => {
    const found = await method(redact).attribute({ trajectory });
    const { decisiveAgent: agent, decisiveStep: step } = trajectory.label;
    expect(found).toMatchObject({ step, agent, problems: [] });
  });
});

describe("chief", () => {
  it("keeps agents' own names in its model's answers about and between agents", async () => {
    const answers = perfectAnswers(seenThrough(numbered));
    const causes = {
      subtasks: [],
      agents: [{ subtask: 1, from: "[team 1]", to: "[team 2]", type: "decision" as const, patterns: [] }],
    };
    const { graph } = await chief({ model: chiefModel({ ...answers, causes }), redact: numbered }).attribute({
      trajectory,
    });
    expect(graph.agentEdges).toMatchObject([{ from: "support", to: "orders" }]);
    expect(graph.agents.every(({ otar }) => otar !== undefined)).toBe(true);
    expect(graph.agents.map(({ agent }) => agent)).toContain("support");
  });
});
