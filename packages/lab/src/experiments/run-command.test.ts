import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

import { dataExperiment } from "./labelled-data/data-experiment.ts";
import { measureData } from "./labelled-data/measure-data.ts";
import { marksExperiment } from "./marks/marks-experiment.ts";

const file = fileURLToPath(new URL("../../../cli/cassettes/failures.jsonl", import.meta.url));
const JOB = { set: "simulated", file, scorer: "constant", splits: 5, seed: 1 };

it("labelled data is measured by the command that users have", async () => {
  const [figures] = await measureData(JOB);
  expect(figures).toMatchObject({
    set: "simulated",
    scorer: "constant",
    splits: 5,
    fitted: 0,
    byTask: false,
  });
  expect(Object.keys(figures?.methods ?? {})).toHaveLength(9);
});

it("a failing command is reported with its output", async () => {
  await expect(measureData({ ...JOB, file: "/no/such/file.jsonl" })).rejects.toThrow(/got 1: .*no such file/);
});

it.each([dataExperiment, marksExperiment])(
  "without the data, $name says what is missing, and claims nothing",
  async ({ run }) => {
    const finding = await run({
      isQuick: true,
      seed: 1,
      data: "/no/such/folder",
      runs: undefined,
      onProgress: () => {},
    });
    expect(finding).toMatchObject({ claims: [], charts: {}, markdown: "" });
    expect(finding.incomplete).toMatch(
      /agentprocessbench-marks\.jsonl: these files are not in the repository/,
    );
  },
);
