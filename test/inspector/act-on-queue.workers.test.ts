import { randomBytes } from "node:crypto";

import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { rollbackQueue, rollbackWorker } from "@langgraph-rollback/workers";
import { getReplanNote, inProcessThreadLock, withRollback } from "langgraph-rollback";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { inspectHere } from "../../packages/cli/src/fixtures/inspect-here.ts";
import { hasPostgres } from "../fixtures/has-postgres.ts";
import { LOOKS, overhang, seriousFaults } from "./accessibility.ts";
import { noBrowser, testBrowser } from "./chromium.ts";
import { takePage } from "./pages.ts";

const connectionString = "postgres://postgres@127.0.0.1:5432/test";
const schema = `page_${randomBytes(5).toString("hex")}`;
const missing = noBrowser ?? ((await hasPostgres()) ? undefined : " (skipped, no Postgres answers)");

const State = Annotation.Root({ task: Annotation<string>, said: Annotation<string> });
const lock = inProcessThreadLock({ whenBusy: "wait" });

async function opened() {
  const saver = PostgresSaver.fromConnString(connectionString, { schema: `${schema}_threads` });
  await saver.setup();
  const graph = new StateGraph(State)
    .addNode("plan", ({ task }) => ({ said: `plan of ${task}` }))
    .addNode("say", (_, config) => ({ said: getReplanNote(config) ?? "seat <b>1A</b>" }))
    .addEdge(START, "plan")
    .addEdge("plan", "say")
    .compile({ checkpointer: saver });
  const support = withRollback(graph, {
    verify: ({ output }) => ({
      ok: output?.said !== "seat <b>1A</b>",
      reason: "seat <b>1A</b> is taken \u001b[2J",
    }),
    approve: "always",
    maxRollbacks: 1,
    lock,
  });
  const queue = await rollbackQueue({ connectionString, schema });
  const worker = await rollbackWorker({ connectionString, schema, graphs: { support }, maxConnections: 4 });
  return { queue, saver, worker };
}

let world: Awaited<ReturnType<typeof opened>>;

beforeAll(async () => {
  if (missing === undefined) world = await opened();
});
afterAll(async () => {
  if (missing !== undefined) return;
  await world.worker.stop({ graceSeconds: 0 });
  await world.queue.close();
  await world.saver.end();
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`DROP SCHEMA IF EXISTS ${schema}, ${schema}_jobs, ${schema}_threads CASCADE`);
  await client.end();
});

describe.skipIf(missing !== undefined)(`the page that acts on a queue${missing ?? ""}`, () => {
  const browser = testBrowser();
  const args = [
    connectionString,
    "--schema",
    `${schema}_threads`,
    "--queue",
    connectionString,
    "--queue-schema",
    schema,
  ];
  const waiting = async (threadId: string) => {
    const { runId } = await world.queue.enqueue("support", { task: "a seat" }, { threadId });
    await expect.poll(async () => (await world.queue.get(runId)).status).toBe("waiting");
    return runId;
  };
  const visit = async (hash: string, { colorScheme, viewport }: Partial<(typeof LOOKS)[number]> = {}) => {
    let stop = (): void => {};
    const stopped = new Promise<void>((resolve) => (stop = resolve));
    let isOpen: (url: string) => void = () => {};
    const open = new Promise<string>((resolve) => (isOpen = resolve));
    const ended = inspectHere([...args, "--by", "Ada"], async (_, url) => {
      isOpen(url);
      await stopped;
    });
    const { page, leave } = await takePage(browser(), {
      colorScheme: colorScheme ?? "light",
      viewport: viewport ?? { width: 1440, height: 900 },
    });
    onTestFinished(async () => {
      await leave();
      stop();
      await ended;
    });
    await page.goto(`${await open}${hash}`);
    return page;
  };

  it("approves another step with a note of one's own, and a worker carries it out", async () => {
    const run = await waiting("approved");
    const page = await visit("#/threads/approved");
    const question = page.locator(".question");
    await question.getByRole("button", { name: "Another step or note" }).click();
    const dialog = page.getByRole("dialog", { name: "Approve the rollback" });
    await dialog.getByLabel("First step that runs again").fill("2");
    await expect.poll(() => dialog.innerText()).toContain("shown only with the agent, by --act MODULE#NAME");
    await dialog.getByLabel("Note to the next attempt").fill("Take <i>2B</i>.");
    expect(await seriousFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Approve from step 2" }).click();
    await expect.poll(async () => (await world.queue.get(run)).status).toBe("recovered");
    await expect
      .poll(() => page.locator(".actions-record").innerText())
      .toMatch(/Ada approved the rollback from step 2/);
    await expect.poll(() => page.locator(".question").count()).toBe(0);
    expect(await page.locator(".acting-notices").innerText()).not.toContain("of the queue waits");
    expect(await page.getByRole("button", { name: /Copy up|Retry from here/ }).count()).toBe(0);
  });

  it.each(LOOKS)(
    "cancels a run from the queue's page, and the thread tells who did and why: $name",
    async (look) => {
      const thread = `cancelled ${look.colorScheme} <b>`;
      const run = await waiting(thread);
      const page = await visit("#/queue", look);
      const button = page.getByRole("button", { name: `Cancel … the run on ${thread}` });
      await button.waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      expect(await overhang(page)).toBe(0);
      await button.click();
      const dialog = page.getByRole("dialog", { name: "Cancel a run of the queue" });
      await dialog.getByLabel("Reason").fill("nobody <i>needs</i> it");
      expect(await seriousFaults(page)).toEqual([]);
      expect(await overhang(page)).toBe(0);
      await dialog.getByRole("button", { name: "Cancel the run" }).click();
      await expect.poll(async () => (await world.queue.get(run)).status).toBe("cancelled");
      await button.waitFor({ state: "detached" });
      await page.goto(`${page.url().split("#")[0]}#/threads/${encodeURIComponent(thread)}`);
      await expect
        .poll(() => page.locator(".acting-notices").innerText())
        .toMatch(/has ended as cancelled\. Ada cancelled it \(nobody <i>needs<\/i> it\)/);
      expect(await seriousFaults(page)).toEqual([]);
      expect(await overhang(page)).toBe(0);
    },
  );

  it("tells in the dialog that the run has ended meanwhile", async () => {
    const run = await waiting("late");
    const page = await visit("#/threads/late");
    await page.getByRole("button", { name: "Cancel the run" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Your name").waitFor();
    await world.queue.cancel(run, "", "Bob");
    await dialog.getByRole("button", { name: "Cancel the run" }).click();
    await expect
      .poll(() => dialog.getByRole("alert").innerText())
      .toMatch(/Nothing was done\. Run .* has ended before: cancelled/);
    await dialog.getByRole("button", { name: "Leave it" }).click();
    await expect
      .poll(() => page.locator(".acting-notices").innerText())
      .toMatch(/has ended as cancelled\. Bob cancelled it/);
  });
});
