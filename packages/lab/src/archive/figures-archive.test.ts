import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  findingOf,
  type KeptMeasurement,
  packMeasurements,
  unpackMeasurements,
  withMeasurement,
} from "./figures-archive.ts";

const finding = (experiment: string, markdown = "| a |"): KeptMeasurement => ({
  experiment,
  seed: 1,
  commit: "0123456789",
  claims: [{ sentence: "It holds.", holds: true, measured: ".5" }],
  markdown,
  figures: [{ mean: 0.5 }],
});

describe("packMeasurements", () => {
  it("packs what unpackMeasurements gives back", () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (markdown, figures) => {
        const kept = { ...finding("calls", markdown), figures };
        expect(unpackMeasurements(packMeasurements([kept]))).toEqual([kept]);
      }),
    );
  });

  it("gives equal bytes for equal findings, in whatever order they and their fields come", () => {
    const { claims, ...rest } = finding("calls");
    const one = packMeasurements([finding("calls"), finding("sweeps")]);
    expect(packMeasurements([finding("sweeps"), { claims, ...rest }])).toEqual(one);
  });

  it("says in its header neither a time, nor a name, nor a system", () => {
    const [id1, id2, deflate, flags, t0, t1, t2, t3, level, system] = packMeasurements([finding("calls")]);
    expect({ id1, id2, deflate, flags, time: [t0, t1, t2, t3], level, system }).toEqual({
      id1: 0x1f,
      id2: 0x8b,
      deflate: 8,
      flags: 0,
      time: [0, 0, 0, 0],
      level: 2,
      system: 255,
    });
  });
});

describe("withMeasurement", () => {
  it("writes one experiment anew and keeps the others", () => {
    const kept = [finding("calls"), finding("sweeps")];
    const written = packMeasurements(withMeasurement(kept, finding("calls", "| b |")));
    expect(unpackMeasurements(written)).toEqual([finding("calls", "| b |"), finding("sweeps")]);
  });

  it("adds an experiment that was not there", () => {
    expect(withMeasurement([finding("calls")], finding("sweeps"))).toEqual([
      finding("calls"),
      finding("sweeps"),
    ]);
  });
});

describe("findingOf", () => {
  it("finds an experiment by its name", () => {
    expect(findingOf([finding("calls"), finding("sweeps")], "sweeps").experiment).toBe("sweeps");
  });

  it("refuses a name that was never kept, and says how it is kept", () => {
    expect(() => findingOf([finding("calls")], "sweeps")).toThrow(/figures of "sweeps".*--write/);
  });
});
