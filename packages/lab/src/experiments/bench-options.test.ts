import { describe, expect, it } from "vitest";

import { UsageError } from "../errors/index.ts";
import { benchOptions, USAGE } from "./bench-options.ts";
import { EXPERIMENTS } from "./experiments.ts";

describe("the command line of `npm run bench`", () => {
  it("names every experiment and every option in its help", () => {
    expect(benchOptions(["--help"]).isHelp).toBe(true);
    for (const { name } of EXPERIMENTS) expect(USAGE).toContain(`  ${name} `);
  });

  it("reads a real model with its limits", () => {
    const args = [
      "rollback",
      "--model",
      "openai:tiny",
      "--price",
      "0.15:0.6",
      "--budget",
      "5",
      "--out",
      "a.jsonl",
    ];
    expect(benchOptions([...args, "--systems", "team,MacNet", "--runs", "3"]).model).toMatchObject({
      model: "openai:tiny",
      price: { input: 0.15, output: 0.6 },
      budget: 5,
      out: "a.jsonl",
      isEstimate: false,
      extent: { systems: ["MacNet", "team"], seed: 1, runs: 3, learnFrom: 20 },
    });
    expect(benchOptions(["rollback", "--runs", "100"])).toMatchObject({ runs: 100, isQuick: false });
  });

  it.each([
    [[], "got nothing"],
    [["rollback", "sweeps"], "got rollback sweeps"],
    [["rollback", "--wat"], "Unknown option '--wat'."],
    [["rollback", "--runs", "x"], "`--runs` to be a whole number"],
    [["rollback", "--budget", "5"], "`--budget` needs `--model`"],
    [["sweeps", "--model", "tiny"], "goes with rollback alone"],
    [["rollback", "--model", "tiny", "--quick"], "goes without `--quick`"],
    [["rollback", "--model", "tiny", "--price", "cheap"], "two numbers as in 0.15:0.6"],
    [["rollback", "--model", "tiny", "--budget", "0"], "`--budget` to be a number above 0"],
    [["rollback", "--model", "tiny", "--systems", "swarm"], 'of MacNet,DyLAN,team, got "swarm"'],
  ])("refuses %j, and says why", (args, why) => {
    expect(() => benchOptions(args)).toThrow(UsageError);
    expect(() => benchOptions(args)).toThrow(why);
  });
});
