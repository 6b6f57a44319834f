import { calibrate, CalibrationMismatchError, constantScorer } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { chainGraph } from "../fixtures/chain-graph.ts";
import { calibratedAt, failuresAt } from "../fixtures/labelled-failures.ts";
import { attributionNode, rollbackGraph, withRollback, type RollbackOptions } from "../index.ts";
import { UnknownNoteChannelError, ScorerMissingError } from "../errors/index.ts";

const graph = chainGraph().builder.compile();

const wrappers = [
  [
    "withRollback",
    (options: Partial<RollbackOptions>) => withRollback(graph, { verify: () => true, ...options }),
  ],
  [
    "rollbackGraph",
    (options: Partial<RollbackOptions>) => rollbackGraph(graph, { verify: () => true, ...options }),
  ],
] as const;

describe.each(wrappers)("%s, when it is made,", (_, wrap) => {
  it.each([-0.1, 1, Number.NaN])("refuses alpha %s", (alpha) => {
    expect(() => wrap({ alpha })).toThrow(new RangeError(`Expected \`alpha\` in [0, 1), got ${alpha}.`));
  });

  it.each([-1, 1.5, Number.NaN])("refuses %s rollbacks", (maxRollbacks) => {
    expect(() => wrap({ maxRollbacks })).toThrow(RangeError);
  });

  it("refuses a calibration of another scorer", async () => {
    const calibration = await calibratedAt(1);
    expect(() => wrap({ calibration, scorer: constantScorer() })).toThrow(CalibrationMismatchError);
  });

  it("refuses a calibration whose scorer is not given and cannot be stored", async () => {
    const scorer = { fingerprint: "judge-1", score: async () => [0.5, 0.5, 0.5] };
    const calibration = await calibrate(failuresAt(1, { count: 9, length: 3 }), { scorer });
    expect(() => wrap({ calibration })).toThrow(ScorerMissingError);
    expect(() => wrap({ calibration, scorer })).not.toThrow();
  });

  it("refuses a note channel that the graph does not have, and names those that it has", () => {
    expect(() => wrap({ noteChannel: "notes" })).toThrow(UnknownNoteChannelError);
    expect(() => wrap({ noteChannel: "notes" })).toThrow('it has "log", "note"');
  });

  it("refuses a channel of LangGraph's own for the note", () => {
    expect(() => wrap({ noteChannel: "branch:to:a" })).toThrow(UnknownNoteChannelError);
  });
});

describe("attributionNode, when it is made,", () => {
  it("refuses a calibration of another scorer", async () => {
    const calibration = await calibratedAt(1);
    expect(() => attributionNode({ calibration, scorer: constantScorer() })).toThrow(
      CalibrationMismatchError,
    );
  });
});
