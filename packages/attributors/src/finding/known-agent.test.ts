import { describe, expect, it } from "vitest";

import { knownAgent } from "./known-agent.ts";

const trajectory = {
  steps: ["Web Surfer", "Ann", "web-surfer-2", "Bob", "***"].map((agent, index) => ({
    index,
    agent,
    content: "",
  })),
};

describe("knownAgent", () => {
  it.each([
    ["Web Surfer", "Web Surfer"],
    ["WebSurfer", "Web Surfer"],
    [" ann. ", "Ann"],
    ["web surfer 2", "web-surfer-2"],
    ["***", "***"],
  ])("takes %s for %s", (named, meant) => {
    expect(knownAgent(trajectory, named)).toBe(meant);
  });

  it.each(["Cid", "", "Web"])("knows nobody called %j", (named) => {
    expect(knownAgent(trajectory, named)).toBeUndefined();
  });

  it("does not guess between two who are alike", () => {
    const alike = { steps: ["Ann", "ann!"].map((agent, index) => ({ index, agent, content: "" })) };
    expect(knownAgent(alike, "ANN")).toBeUndefined();
    expect(knownAgent(alike, "ANN", { step: 1 })).toBe("ann!");
  });

  it("knows names as prompts show them", () => {
    const redact = (text: string) => text.replaceAll("Ann", "[person 1]").replaceAll("Bob", "[person 2]");
    expect(knownAgent(trajectory, "[person 2]", { redact })).toBe("Bob");
    expect(knownAgent(trajectory, "Person 1", { redact })).toBe("Ann");
    expect(knownAgent(trajectory, "[person 3]", { redact })).toBeUndefined();
  });

  it("takes who acted in the step where prompts show several by one name", () => {
    const redact = (text: string) => text.replaceAll(/Ann|Bob/g, "[person]");
    expect(knownAgent(trajectory, "[person]", { redact })).toBeUndefined();
    expect(knownAgent(trajectory, "[person]", { redact, step: 3 })).toBe("Bob");
    expect(knownAgent(trajectory, "[person]", { redact, step: 0 })).toBeUndefined();
  });
});

it("knows an agent by all that a trace shows beside its name, and by nothing that it does not show", () => {
  const steps = [
    { index: 0, agent: "Lead", to: "Web", content: "" },
    { index: 1, agent: "Web", content: "" },
  ];
  expect(knownAgent({ steps }, "Lead (-> Web)")).toBe("Lead");
  expect(knownAgent({ steps }, "lead -> web")).toBe("Lead");
  expect(knownAgent({ steps }, "Web (thought)")).toBeUndefined();
});
