import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { fileLabelStore } from "@langgraph-rollback/inspector";
import { afterAll, expect, it } from "vitest";

import { recordRuns } from "../../packages/cli/src/fixtures/replayed-agent.ts";
import { runHere } from "../../packages/cli/src/fixtures/run-here.ts";
import { openServerOrPGlite } from "../checkpointers/open-postgres.ts";

const folder = mkdtempSync(join(tmpdir(), "replay-commands-"));
const postgres = await openServerOrPGlite("The commands that replay are tested");
const graph = await recordRuns(postgres.open(), join(folder, "agent.mjs"), {
  early: { wrongAt: "search" },
  late: { wrongAt: "check" },
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await postgres.close();
});

const run = (...args: readonly string[]) => runHere([...args, "--schema", postgres.schema, "--graph", graph]);

it("replay reads runs from Postgres", async () => {
  const where = ["--thread", "early", "late", "--from", "3", "--repeat", "1", "--json"];
  const { code, err, out } = await run("replay", postgres.address, ...where);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(JSON.parse(out)).toMatchObject({
    runs: [{ baseline: { status: "faithful" } }, { baseline: { status: "faithful" } }],
    variants: [{ accepted: 1, rejected: 1 }],
  });
});

it("label reads runs from Postgres, several at once", async () => {
  const labels = join(folder, "pg.labels.jsonl");
  const files = ["--db", postgres.address, "--labels", labels];
  const { code, err, out } = await run("label", "--replay", ...files, "--jobs", "2");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain("2 found");
  const verdicts = (await fileLabelStore(labels).list()).map(({ thread, verdict }) => ({ thread, verdict }));
  expect(verdicts).toHaveLength(2);
  expect(verdicts).toContainEqual({ thread: "early", verdict: { kind: "decisive", step: 1 } });
  expect(verdicts).toContainEqual({ thread: "late", verdict: { kind: "decisive", step: 3 } });
});
