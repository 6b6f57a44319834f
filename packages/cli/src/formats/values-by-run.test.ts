import { expect, it } from "vitest";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import type { Unread } from "./imported.ts";
import { withTraceFile } from "./trace-file.ts";
import { type RunValues, valuesByRun } from "./values-by-run.ts";

const { file } = await scratchFolder();

async function runsIn(text: string) {
  const [runs, unread]: [RunValues[], Unread[]] = [[], []];
  const named = (value: unknown): readonly string[] =>
    typeof value === "object" && value !== null && "runs" in value ? String(value.runs).split(" ") : [];
  await withTraceFile(await file("runs.jsonl", text), async (traces) => {
    for await (const run of valuesByRun(traces, named, (each) => unread.push(each))) runs.push(run);
  });
  return { runs: runs.map(({ run, values }) => [run, values.map(({ line }) => line)]), unread };
}

it("brings a run's values together, wherever they stand, runs in the order of their first value", async () => {
  const lines = ["b", "a", "a b", "b b", "", "c"].map((runs) => JSON.stringify({ runs, text: "ä\u2028\n" }));
  const { runs, unread } = await runsIn(`${lines.join("\r\n")}\n7`);
  expect(runs).toEqual([
    ["b", [1, 3, 4]],
    ["a", [2, 3]],
    ["", [5]],
    ["c", [6]],
  ]);
  expect(unread).toEqual([]);
});

it("tells of each line that is no JSON, once, and reads the others", async () => {
  const { runs, unread } = await runsIn('{"runs":"a"}\n{"runs":"a", "text": "cut\n{"runs":"a"}');
  expect(runs).toEqual([["a", [1, 3]]]);
  expect(unread).toEqual([
    { line: 2, field: "", reason: 'Expected JSON, got "{\\"runs\\":\\"a\\", \\"text\\": \\"cut".' },
  ]);
});

it("brings runs together that turn out to be one, each value once", async () => {
  const named = (value: unknown): readonly string[] => String(Object(value).runs).split(" ");
  const lines = ["a", "b", "c", "a b", "b"].map((runs) => JSON.stringify({ runs }));
  const found: unknown[] = [];
  await withTraceFile(await file("joined.jsonl", lines.join("\n")), async (traces) => {
    const runs = valuesByRun(
      traces,
      named,
      () => undefined,
      (run) => (run === "b" ? "a" : run),
    );
    for await (const { run, values } of runs) found.push([run, values.map(({ line }) => line)]);
  });
  expect(found).toEqual([
    ["a", [1, 2, 4, 5]],
    ["c", [3]],
  ]);
});
