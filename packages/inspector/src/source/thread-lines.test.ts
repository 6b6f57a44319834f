import { parseTrajectories } from "@langgraph-rollback/attribution/trajectory";
import { expect, it } from "vitest";

import { sampleSource } from "../testing/index.ts";
import { threadLines } from "./thread-lines.ts";

it("gives every attempt of a thread as a line that can be read back", async () => {
  const source = sampleSource({ hostile: true });
  const trajectories = parseTrajectories((await threadLines(source, "t-1")) ?? "");
  const thread = await source.thread("t-1");
  const attempts = thread?.runs.flatMap((run) => run.attempts) ?? [];
  expect(attempts.length).toBeGreaterThan(2);
  expect(trajectories.map(({ steps }) => steps.length)).toEqual(attempts.map(({ steps }) => steps.length));
});

it("gives nothing of a thread that is not there", async () => {
  expect(await threadLines(sampleSource(), "t-99")).toBeUndefined();
});
