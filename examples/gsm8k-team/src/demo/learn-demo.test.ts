import { describe, expect, it } from "vitest";
import { learnDemo } from "./learn-demo.ts";
import { plainNarrator } from "./plain-narrator.ts";

async function printed(): Promise<string> {
  const lines: string[] = [];
  await learnDemo(
    plainNarrator((line) => lines.push(line)),
    { failures: 22, block: 11 },
  );
  return lines.join("\n");
}

describe("the demo of a team that learns", () => {
  it("shows on one screen what failed runs have taught, and is the same each time", async () => {
    const text = await printed();
    expect(text).toContain("(simulated model)");
    expect(text).toMatch(/│ 1 to 11 +│ +\d+ │ +\d+ │ +\d+ │ +\d+ │ +\d+ % │/);
    expect(text).toMatch(/│ 12 to 22 +│/);
    expect(text).toMatch(/^\d versions? came into force|^0 versions came into force/m);
    expect(text).toMatch(/^(Promised: |Nothing is promised)/m);
    expect(text).toContain("Of the first mistake nothing is promised");
    expect(text).toMatch(/The replays executed \d+ steps/);
    expect(text.split("\n").length).toBeLessThan(40);
    expect(await printed()).toBe(text);
  });
});
