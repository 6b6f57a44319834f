import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { readCalibration } from "@langgraph-rollback/attribution";
import { type ServerScript, startOpenaiServer } from "@langgraph-rollback/attributors/testing";
import { fileLabelStore, labelsView, openSource } from "@langgraph-rollback/inspector";
import { EARLIEST_UNRECOVERED, LAST_RECOVERING_START, REPLAY } from "@langgraph-rollback/inspector/shared";
import { parseTrajectories } from "@langgraph-rollback/attribution/trajectory";
import { FAILURE_MODES } from "langgraph-rollback/faults";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { evaluationFixture } from "../fixtures/evaluation-fixture.ts";
import { recordFailures } from "../fixtures/labelled-database.ts";
import { runHere } from "../fixtures/run-here.ts";
import { sqlite } from "../fixtures/sqlite.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
/** In the package, so that the module of the docs finds what it imports. */
const parent = fileURLToPath(new URL("../../.cache/", import.meta.url));
await mkdir(parent, { recursive: true });
const folder = `${await mkdtemp(`${parent}docs-calibrate-`)}/`;
const markdown = await readFile(`${root}docs/calibrate.md`, "utf8");

const blocks = (language: string) =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(
    ([, source = ""]) => source,
  );
const commands = blocks("sh")
  .flatMap((source) => source.split("\n"))
  .map((line) => line.replace(/\s+#.*$/, ""))
  .filter((line) => line.startsWith("langgraph-rollback "));

/** No server listens here: files that exist need no model. */
const NOWHERE = "http://127.0.0.1:9";

/** A model that suspects the second step of every failure. */
const suspicious: ServerScript = (request) => {
  const [, steps = "0"] = /each of steps 1 to (\d+)\?/.exec(JSON.stringify(request.messages)) ?? [];
  const said = Array.from({ length: Number(steps) }, (_, index) => ({
    step: index + 1,
    percent: index === 1 ? 80 : 5,
  }));
  return { json: { reason: "It assumes.", steps: said } };
};

/** The files that the document assumes: a database with labels beside it, failures, and a module of the reader's own. */
beforeAll(async () => {
  await writeFile(`${folder}agent.js`, blocks("js").join(""));
  await writeFile(`${folder}tasks.jsonl`, blocks("jsonl").join(""));
  await writeFile(`${folder}failures.jsonl`, evaluationFixture(20));
  const saver = sqlite.open?.(`${folder}runs.sqlite`);
  if (saver !== undefined) await recordAndLabel(saver);
  process.chdir(folder);
});
afterAll(async () => {
  process.chdir(root);
  await rm(folder, { recursive: true });
});

async function recordAndLabel(
  saver: NonNullable<ReturnType<NonNullable<typeof sqlite.open>>>,
): Promise<void> {
  await recordFailures(saver, ["solve", "plan", "solve", "check", "answer"]);
  const source = await openSource(`${folder}runs.sqlite`);
  const labels = fileLabelStore(`${folder}runs.labels.jsonl`);
  for (const { attempt, run, steps, thread } of (await labelsView(source, labels)).queue) {
    const verdict = { kind: "decisive", step: 1 } as const;
    await labels.add({
      thread,
      run,
      attempt,
      steps,
      verdict,
      labeller: "ada",
      convention: EARLIEST_UNRECOVERED,
    });
    const byReplay = { labeller: REPLAY, convention: LAST_RECOVERING_START };
    await labels.add({ thread, run, attempt, steps, verdict, ...byReplay });
  }
  await source.close();
}

describe.skipIf(sqlite.open === undefined)(`the commands of docs/calibrate.md${sqlite.missing}`, () => {
  it.each(commands)("run: %s", async (line) => {
    const [, ...args] = line.split(" ");
    const server = await startOpenaiServer(suspicious);
    const ended = await runHere(args, { OPENAI_BASE_URL: server.baseURL }, async () => {});
    await server.close();
    expect(ended).toMatchObject({ code: 0 });
  });

  it("overwrite nothing when they are run again", async () => {
    const before = await readFile("calibration.json", "utf8");
    for (const line of commands.filter((each) => / (calibrate|export|import) /.test(each)))
      expect(await runHere(line.split(" ").slice(1), { OPENAI_BASE_URL: NOWHERE })).toMatchObject({
        code: 2,
        err: expect.stringContaining("exists already"),
      });
    expect(await readFile("calibration.json", "utf8")).toBe(before);
  });

  it("are all there, and leave the files that they name", async () => {
    expect(commands).toHaveLength(14);
    expect(await readCalibration("strict.json")).toMatchObject({ alpha: 0.1, n: 9 });
    expect(await readCalibration("calibration.json")).toMatchObject({ n: 5 });
    expect(await readCalibration("replayed.json")).toMatchObject({ n: 5, convention: LAST_RECOVERING_START });
    expect(await readCalibration("planted.json")).toMatchObject({ n: 5 });
    expect((await readFile("planted.jsonl", "utf8")).trim().split("\n")).toHaveLength(5);
    const byMode = parseTrajectories(await readFile("by-mode.jsonl", "utf8"));
    expect(byMode.map(({ label }) => FAILURE_MODES.some(({ name }) => name === label?.reason))).toEqual(
      Array.from({ length: 5 }, () => true),
    );
    expect((await readFile("all.jsonl", "utf8")).trim().split("\n").length).toBeGreaterThan(20);
  });
});
