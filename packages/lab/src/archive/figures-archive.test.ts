import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { findingOf, type KeptFinding, packFindings, unpackFindings, withFinding } from "./figures-archive.ts";

const finding = (experiment: string, markdown = "| a |"): KeptFinding => ({
  experiment,
  seed: 1,
  commit: "0123456789",
  claims: [{ sentence: "It holds.", holds: true, measured: ".5" }],
  markdown,
  figures: [{ mean: 0.5 }],
});

describe("packFindings", () => {
  it("packs what unpackFindings gives back", () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (markdown, figures) => {
        const kept = { ...finding("calls", markdown), figures };
        expect(unpackFindings(packFindings([kept]))).toEqual([kept]);
      }),
    );
  });

  it("gives equal bytes for equal findings, in whatever order they and their fields come", () => {
    const { claims, ...rest } = finding("calls");
    const one = packFindings([finding("calls"), finding("sweeps")]);
    expect(packFindings([finding("sweeps"), { claims, ...rest }])).toEqual(one);
  });

  it("says in its header neither a time, nor a name, nor a system", () => {
    const [id1, id2, deflate, flags, t0, t1, t2, t3, level, system] = packFindings([finding("calls")]);
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

describe("withFinding", () => {
  it("writes one experiment anew and keeps the others", () => {
    const kept = [finding("calls"), finding("sweeps")];
    const written = packFindings(withFinding(kept, finding("calls", "| b |")));
    expect(unpackFindings(written)).toEqual([finding("calls", "| b |"), finding("sweeps")]);
  });

  it("adds an experiment that was not there", () => {
    expect(withFinding([finding("calls")], finding("sweeps"))).toEqual([finding("calls"), finding("sweeps")]);
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
