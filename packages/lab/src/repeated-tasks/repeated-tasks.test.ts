import { expect, it } from "vitest";

import { systemNamed } from "../systems/systems.ts";
import { repeatedTasks } from "./repeated-tasks.ts";

it("runs each problem several times: all runs have an outcome, and only failures a label", async () => {
  const runs = await repeatedTasks(await systemNamed("team"), { problems: 3, runs: 6 });
  expect(new Set(runs.map(({ id }) => id)).size).toBe(18);
  expect(new Set(runs.map(({ task }) => task)).size).toBe(3);
  expect(new Set(runs.map(({ outcome }) => outcome?.ok))).toEqual(new Set([true, false]));
  expect(runs.filter(({ label, outcome }) => outcome?.ok === true && label !== undefined)).toEqual([]);
  expect(runs.some(({ label }) => label !== undefined)).toBe(true);
});
