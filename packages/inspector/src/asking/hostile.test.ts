import { describe, expect, it } from "vitest";
import { z } from "zod";

import type { ThreadSource } from "../source/thread-source.ts";
import { trajectorySource } from "../source/trajectory-source.ts";
import { HOSTILE_TEXTS } from "../testing/hostile-texts.ts";
import { sampleSource } from "../testing/sample-source.ts";
import { runTools } from "./run-tools.ts";

const hidden = /(?!\n|\t|\uFE0F)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u;

/** Characters of an answer: about 12,000 tokens. */
const MOST = 48_000;

const PARTS = [
  "output",
  "tool_calls",
  "error",
  "messages",
  "given_messages",
  "input",
  "writes",
  "state_before",
  "state_after",
];

/** An answer; throws if it has not the shape that its tool tells. */
async function answer(source: ThreadSource, name: string, given: object = {}) {
  const tool = runTools({ source, labels: { list: async () => [] } }).find((each) => each.name === name);
  const facts = await tool?.call(given);
  z.strictObject(tool?.output.shape ?? {}).parse(facts);
  return facts ?? {};
}

describe("hostile traces", () => {
  const source = sampleSource({ hostile: true, lengths: [50] });
  it.each<readonly [string, object]>([
    ["list_threads", { limit: 50 }],
    ["list_threads", { search: "e", limit: 50 }],
    ["show_thread", { thread: "t-1", attempt: 1, limit: 100 }],
    ["why_failed", { thread: "t-1", limit: 20 }],
    ["compare_attempts", { thread: "t-1", limit: 50 }],
    ...PARTS.map(
      (part) => ["read_step", { thread: "t-1", attempt: 1, step: 2, part, limit: 24_000 }] as const,
    ),
    ["promises", {}],
  ])("give no hidden character, no broken shape and no huge answer: %s %j", async (name, given) => {
    const facts = await answer(source, name, given);
    const texts: string[] = [];
    JSON.stringify(facts, (_key, value: unknown) => {
      if (typeof value === "string") texts.push(value);
      return value;
    });
    expect(texts.filter((text) => hidden.test(text))).toEqual([]);
    expect(JSON.stringify(facts).length).toBeLessThan(MOST);
  });

  it.each(HOSTILE_TEXTS.map((whole) => ({ text: whole.slice(0, 40), whole })))(
    "are read as they were recorded, but for what is hidden: $text",
    async ({ whole }) => {
      const { text } = await answer(saying(whole), "read_step", { attempt: 1, step: 1, limit: 24_000 });
      const unescaped = String(text).replaceAll(/\\u([0-9a-f]{4})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      );
      expect(unescaped).toBe(whole);
    },
  );

  it("are looked through within a bound where they are huge, and the answer says so", async () => {
    const long = trajectorySource(
      [
        {
          id: "t",
          task: "",
          steps: ["id-1", " ".repeat(2_000_000), "id-2"].map((content, index) => ({
            index,
            agent: "a",
            content,
          })),
        },
      ],
      "x",
    );
    const words = "Attempt 1: Not looked through from step 2 on: there are too many characters.";
    expect(await answer(long, "find_origin", { text: "id-1" })).toMatchObject({
      from: "step 1",
      omitted: [words],
    });
    await expect(answer(long, "find_origin", { text: "id-2" })).rejects.toThrow(words);
  });

  it("are told in pages of a bounded size where they are huge", async () => {
    const huge = `start ${'\u001B[31m"\\ '.repeat(300_000)} end`;
    const read = (from: number) =>
      answer(saying(huge), "read_step", { attempt: 1, step: 1, from, limit: 24_000 });
    const first = await read(0);
    expect(first).toMatchObject({ of: huge.length, next: expect.any(Number) });
    expect(JSON.stringify(first).length).toBeLessThan(MOST);
    expect(first["omitted"]).toContainEqual(expect.stringMatching(/^Where values came from: .*too many/));
    const last = await read(huge.length - 4);
    expect(last).toMatchObject({ text: " end", of: huge.length });
    expect(last).not.toHaveProperty("next");
    const shown = await answer(saying(huge), "show_thread");
    expect(JSON.stringify(shown).length).toBeLessThan(MOST);
    expect(shown["omitted"]).toContainEqual(expect.stringMatching(/^Task: \d+ characters left out\.$/));
  });

  it("are quoted within bounds where a question names them", async () => {
    const thread = `\u001B[2J${"x".repeat(100_000)}`;
    await expect(answer(sampleSource(), "show_thread", { thread })).rejects.toThrow(
      /^There is no thread "\\u001b\[2Jx{10,200}…"\. `list_threads`/,
    );
  });
});

/** A source whose first step and task say a text. */
function saying(text: string): ThreadSource {
  const source = sampleSource();
  return {
    ...source,
    thread: async (id) => {
      const view = await source.thread(id);
      return view && { ...view, runs: view.runs.map((run) => ({ ...run, task: text })) };
    },
    trajectory: async (address) => {
      const found = await source.trajectory(address);
      return (
        found && {
          ...found,
          steps: found.steps.map((step) => (step.index === 0 ? { ...step, content: text } : step)),
        }
      );
    },
  };
}
