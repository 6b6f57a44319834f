import { expect, test } from "vitest";
import { networkDemo } from "./network-demo.ts";

test("the demo runs the simulated model, says so, and recovers runs that failed", async () => {
  const said: string[] = [];
  await networkDemo({}, (text) => said.push(text));
  const text = said.join("\n");
  expect(text).toContain("(simulated model)");
  const rightIn = (row: string) => Number(new RegExp(`${row} *│ *(\\d+) of`).exec(text)?.[1]);
  expect(rightIn("bare")).toBeGreaterThan(0);
  expect(rightIn("with rollback")).toBeGreaterThan(rightIn("bare"));
});
