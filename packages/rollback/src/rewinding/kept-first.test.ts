import { describe, expect, it } from "vitest";

import type { RecordedStep, RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import { keptFirst } from "./kept-first.ts";

const originOf = (taskId: string, before: string, namespace = "") => ({
  node: "unknown",
  taskId,
  superstep: 1,
  namespace,
  before,
});

const stepOf = (taskId: string, before: string, inside?: RecordedStep["origin"]): RecordedStep => ({
  index: 0,
  agent: "unknown",
  content: "",
  path: "call",
  identity: taskId,
  origin: originOf(taskId, before, inside === undefined ? "" : `unknown:${inside.taskId}`),
  enclosing: inside === undefined ? [] : [inside],
});

const trajectoryOf = (...steps: RecordedStep[]): RecordedTrajectory => ({
  id: "t",
  task: "",
  threadId: "t",
  head: "c2",
  steps: steps.map((step, index) => ({ ...step, index })),
});

const keptTask = (taskId: string) => ({ taskId, node: "unknown" });

const idsOf = ({ steps }: RecordedTrajectory) => steps.map(({ origin }) => origin.taskId);

describe("the steps of a failed attempt, as its rewind was planned", () => {
  it("begin their superstep with those that are kept, whatever a process knows of their order", () => {
    const read = trajectoryOf(stepOf("early", "c1"), stepOf("failed", "c2"), stepOf("kept", "c2"));
    const found = keptFirst(read, { checkpoint: "c2", keep: [keptTask("kept")] });
    expect(idsOf(found)).toEqual(["early", "kept", "failed"]);
    expect(found.steps.map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  it("take what ran inside of a kept task with them", () => {
    const kept = originOf("kept", "c2");
    const read = trajectoryOf(stepOf("failed", "c2"), stepOf("in1", "i1", kept), stepOf("in2", "i2", kept));
    const found = keptFirst(read, { checkpoint: "c2", keep: [keptTask("kept")] });
    expect(idsOf(found)).toEqual(["in1", "in2", "failed"]);
  });

  it("do so inside of a subgraph that is continued", () => {
    const around = originOf("around", "c2");
    const read = trajectoryOf(
      stepOf("early", "c1"),
      stepOf("first", "i1", around),
      stepOf("failed", "i2", around),
      stepOf("kept", "i2", around),
    );
    const into = [{ ...around, checkpoint: "i2", keep: [keptTask("kept")] }];
    expect(idsOf(keptFirst(read, { checkpoint: "c2", into }))).toEqual(["early", "first", "kept", "failed"]);
  });

  it("stay as they were read where nothing of a superstep is kept, or what is kept left no step", () => {
    const read = trajectoryOf(stepOf("a", "c1"), stepOf("b", "c2"), stepOf("c", "c2"));
    expect(keptFirst(read, { checkpoint: "c2" })).toEqual(read);
    expect(keptFirst(read, { checkpoint: "c2", keep: [keptTask("gone")] })).toEqual(read);
  });
});
