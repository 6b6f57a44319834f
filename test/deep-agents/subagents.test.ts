import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createDeepAgent, FilesystemBackend, type SubAgent } from "deepagents";
import { tool } from "langchain";
import { readHistory, withEffect, withRollback, type EffectOptions } from "langgraph-rollback";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { ask, backToCall, kept, scripted, task, thread, write, type Reply } from "./scripted.ts";

const base = mkdtempSync(join(tmpdir(), "deep-subagents-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const helper = (...replies: readonly Reply[]): SubAgent => ({
  name: "helper",
  description: "helps",
  systemPrompt: "You help.",
  model: scripted(...replies),
});

describe("a subagent's files", () => {
  it("go back with the task that wrote them; those of a kept task stay", async () => {
    const agent = createDeepAgent({
      model: scripted(task(), task(), "wrong", task(), "right"),
      subagents: [helper(write("/kept.md"), "done", write("/wrong.md"), "done", write("/right.md"), "done")],
      ...kept(),
    });
    // The lead's first call, two of its helper, and the lead's second.
    const { files } = await withRollback(agent, await backToCall(3)).invoke(ask, thread);
    expect(Object.keys(files ?? {})).toEqual(["/kept.md", "/right.md"]);
  });

  it("go back all together, if only the last of its steps is suspected", async () => {
    const agent = createDeepAgent({
      model: scripted(write("/plan.md"), task(), "wrong", task(), "right"),
      subagents: [helper(write("/one.md"), write("/two.md"), "wrong", write("/right.md"), "done")],
      ...kept(),
    });
    const { files } = await withRollback(agent, await backToCall(4)).invoke(ask, thread);
    expect(Object.keys(files ?? {})).toEqual(["/plan.md", "/right.md"]);
  });

  it("go back in a folder that is the run's workspace, too, if it fails in the middle", async () => {
    const folder = join(base, "failing");
    const agent = createDeepAgent({
      model: scripted(write("/plan.md"), task(), task(), "right"),
      subagents: [helper(write("/half.md"), new Error("the model is gone"), write("/whole.md"), "done")],
      backend: new FilesystemBackend({ rootDir: folder, virtualMode: true }),
      ...kept(),
    });
    const workspace = { folder, store: join(base, "store") };
    const guarded = withRollback(agent, { ...(await backToCall(1)), workspace });
    await guarded.invoke(ask, thread);
    expect(readdirSync(folder).toSorted()).toEqual(["plan.md", "whole.md"]);
    const [run] = await readHistory(guarded, thread);
    expect(run?.attempts[0]?.files?.restored).toMatchObject({ removed: 1 });
  });

  it("are none of the state where it fails", async () => {
    const agent = createDeepAgent({
      model: scripted(write("/plan.md"), task(), task(), "right"),
      subagents: [helper(write("/half.md"), new Error("the model is gone"), write("/whole.md"), "done")],
      ...kept(),
    });
    const guarded = withRollback(agent, await backToCall(1));
    const { files } = await guarded.invoke(ask, thread);
    expect(Object.keys(files ?? {})).toEqual(["/plan.md", "/whole.md"]);
    const [run] = await readHistory(guarded, thread);
    expect(run?.status).toBe("recovered");
  });

  it("go back together where two were asked at once", async () => {
    const both = [...task("one"), ...task("two")];
    const agent = createDeepAgent({
      model: scripted(write("/plan.md"), both, "wrong", write("/right.md"), "right"),
      subagents: [helper(write("/one.md"), write("/two.md"), "done", "done")],
      ...kept(),
    });
    const { files } = await withRollback(agent, await backToCall(1)).invoke(ask, thread);
    expect(Object.keys(files ?? {})).toEqual(["/plan.md", "/right.md"]);
  });
});

describe("a subagent's tool", () => {
  const post = () => {
    const sent: string[] = [];
    const sendMail = tool(({ to }) => void sent.push(to), {
      name: "send_mail",
      description: "sends a mail",
      schema: z.object({ to: z.string() }),
    });
    return { sent, sendMail };
  };
  const mail = (to: string) => [["send_mail", { to }]] as const;
  const mailing = (tools: {
    readonly lead: SubAgent["tools"] & {};
    readonly helper?: SubAgent["tools"] & {};
  }) =>
    createDeepAgent({
      model: scripted(task(), "wrong", task(), "right"),
      tools: tools.lead,
      subagents: [
        {
          ...helper(mail("wrong@example.org"), "done", mail("right@example.org"), "done"),
          ...(tools.helper === undefined ? {} : { tools: tools.helper }),
        },
      ],
      ...kept(),
    });

  it("is undone by its name, also if the task around is declared to leave no trace", async () => {
    const { sent, sendMail } = post();
    const undone: unknown[] = [];
    const tools = {
      task: "read-only",
      send_mail: { undo: ({ args }) => void undone.push(args) },
    } satisfies EffectOptions["tools"];
    const agent = mailing({ lead: [sendMail] });
    await withRollback(agent, { ...(await backToCall(0)), effects: { tools } }).invoke(ask, thread);
    expect([sent, undone]).toEqual([
      ["wrong@example.org", "right@example.org"],
      [{ to: "wrong@example.org" }],
    ]);
  });

  it("waits for the verdict, if that is declared beside it and the lead has it, too", async () => {
    const { sent, sendMail } = post();
    const guarded = withRollback(mailing({ lead: [withEffect(sendMail, "hold")] }), {
      ...(await backToCall(0)),
      effects: {},
    });
    await guarded.invoke(ask, thread);
    expect(sent).toEqual(["right@example.org"]);
    const [run] = await readHistory(guarded, thread);
    const standings = run?.attempts.map(({ effects = [] }) =>
      effects.filter(({ name }) => name === "send_mail").map(({ standing }) => standing),
    );
    expect(standings).toEqual([["discarded"], ["released"]]);
  });

  it("waits for the verdict, if it is said how it is carried out", async () => {
    const { sent, sendMail } = post();
    const tools = {
      send_mail: { hold: { release: ({ args }) => void sent.push(JSON.stringify(args)) } },
    } satisfies EffectOptions["tools"];
    const agent = mailing({ lead: [], helper: [withEffect(sendMail, "hold")] });
    await withRollback(agent, { ...(await backToCall(0)), effects: { tools } }).invoke(ask, thread);
    expect(sent).toEqual(['{"to":"right@example.org"}']);
  });

  it("is refused to wait by its name alone, and is not called", async () => {
    const { sent, sendMail } = post();
    const effects = { tools: { send_mail: "hold" } } as const;
    const guarded = withRollback(mailing({ lead: [sendMail] }), {
      verify: () => true,
      maxRollbacks: 0,
      effects,
    });
    await expect(guarded.invoke(ask, thread)).rejects.toMatchObject({ code: "HOLD_REFUSED" });
    expect(sent).toEqual([]);
  });
});
