import { expect, it } from "vitest";
import { importedFrom, stepsInShort, traceFixture } from "../../fixtures/imported-here.ts";
import { scratchFolder } from "../../fixtures/scratch-folder.ts";

const { file } = await scratchFolder();
const SESSION = "5d0c1a52-6b1e-4a0f-9d55-0b6f3a1c7e01";
/** The last line is cut, as in a session whose process was killed. */
const text = `${await traceFixture("claude-code.jsonl")}{"parentUuid":"a9","type":"user","message":{"role":"user","con`;

const read = async (lines: string, name = `${SESSION}.jsonl`) =>
  importedFrom(await file(name, lines), "claude-code");

const COMMON = [
  "user user",
  "claude-code model Read#t1 Read#t2",
  "Read tool <- t1",
  "Read tool ! ToolError <- t2",
  "claude-code model",
];

/** A line of a session, by its letters: the line before, whether a person speaks, and the session. */
const line = (uuid: string, parentUuid: string | null | undefined, type: string, more: object = {}) =>
  JSON.stringify({
    uuid,
    parentUuid,
    type,
    sessionId: "s",
    message: { role: type, content: uuid, ...(type === "assistant" ? { id: `m-${uuid}` } : {}) },
    ...more,
  });
const contents = async (...lines: readonly string[]) => {
  const { runs } = await read(lines.join("\n"), "s.jsonl");
  return runs.map(({ trajectory }) => trajectory.steps.map(({ content }) => content).join(" "));
};

it("reads the branch that a person left as an attempt, and the one that they stayed on as the last", async () => {
  const { runs, unread } = await read(text);
  expect(runs.map(({ origin, trajectory }) => [trajectory.id, origin?.run, origin?.attempt])).toEqual([
    [`${SESSION}/attempt-1`, SESSION, 1],
    [`${SESSION}/attempt-2`, SESSION, 2],
  ]);
  const [left, stayed] = runs;
  if (left === undefined || stayed === undefined) throw new Error("Expected two attempts.");
  expect(stepsInShort(left)).toEqual([
    ...COMMON,
    "user user",
    "claude-code model Edit#t3",
    "Edit tool <- t3",
  ]);
  expect(stepsInShort(stayed)).toEqual([
    ...COMMON,
    "user user",
    "claude-code -> Explore model Task#t4 Task#t5",
    "Explore model Grep#t6",
    "Explore model",
    "Grep tool <- t6",
    "Explore model",
    "Task tool <- t4",
    "Task tool <- t5",
    "claude-code other (compaction)",
    "claude-code other (context)",
    "user user",
    "claude-code model ! ApiError",
    "claude-code model",
    "claude-code model Bash#t7",
  ]);
  expect(left.origin?.fields).toMatchObject({ leftBehind: true, keptSteps: 5, version: "2.1.0" });
  expect(stayed.origin?.fields).not.toHaveProperty("leftBehind");
  expect(stayed.origin?.fields).toMatchObject({ summaries: ["Price of the cart"] });
  expect(unread).toEqual([
    { line: 32, field: "", reason: expect.stringMatching(/^Expected JSON, got ".*parentUuid/) },
  ]);
});

it("makes one step of the lines of one message, with its times, its thoughts and what it cost", async () => {
  const { runs } = await read(text);
  const { origin, trajectory } = runs[0] ?? {};
  expect(trajectory?.task).toBe("The cart shows a wrong total. Mend it.");
  expect(trajectory?.steps[1]).toMatchObject({
    content: "I look at two files.",
    startedAt: "2026-03-01T10:00:03.000Z",
    endedAt: "2026-03-01T10:00:07.000Z",
    toolCalls: [{ args: { file_path: "cart.ts" } }, { args: { file_path: "tax.ts" } }],
  });
  expect(origin?.steps?.[1]).toMatchObject({
    messageId: "m1",
    thinking: "I look at the code first.",
    usage: { output_tokens: 7 },
  });
  expect(runs[1]?.trajectory.steps[5]?.content).toBe("Let two agents search for the tax.\n[image]");
  expect(runs[1]?.origin?.steps?.[9]).toMatchObject({ of: "Explore" });
});

it("names a session by its file where that has another name, and a sub agent's file is a run", async () => {
  const side = line("x1", null, "user", { isSidechain: true, agentId: "b2" });
  const { runs } = await read(
    `${side}\n${line("x2", "x1", "assistant", { isSidechain: true })}`,
    "agent-b2.jsonl",
  );
  expect(runs.map(({ trajectory }) => [trajectory.id, trajectory.task])).toEqual([["agent-b2:s", "x1"]]);
  expect(runs.flatMap(stepsInShort)).toEqual(["user user", "claude-code model"]);
});

it("tells going back from what only looks like it", async () => {
  const [ask, answer] = [line("u", null, "user"), line("a", "u", "assistant")];
  const result = (uuid: string, parent: string) =>
    line(uuid, parent, "user", { message: { content: [{ type: "tool_result", content: uuid }] } });
  // Results of parallel tools are children of parts of one message.
  const part = line("b", "a", "assistant", { message: { id: "m-a", content: "b" } });
  expect(
    await contents(ask, answer, part, result("r", "a"), result("q", "b"), line("c", "q", "assistant")),
  ).toEqual(["u a\nb r q c"]);
  // The next line may follow the result of any part.
  expect(
    await contents(ask, answer, part, result("q", "b"), result("r", "a"), line("c", "r", "assistant")),
  ).toEqual(["u a\nb q r c"]);
  // A part of a message may come after the result of one before.
  const late = line("b", "r", "assistant", { message: { id: "m-a", content: "b" } });
  expect(await contents(ask, answer, result("r", "a"), late, line("c", "b", "assistant"))).toEqual([
    "u a\nb r c",
  ]);
  // A line whose parent was lost follows the one before.
  expect(await contents(ask, answer, line("c", "lost", "user"))).toEqual(["u a c"]);
  // Notes of the program lead nowhere.
  expect(await contents(ask, answer, line("n", "a", "progress"), line("c", "a", "user"))).toEqual(["u a c"]);
  // Going back to the beginning, twice.
  expect(await contents(ask, answer, line("v", null, "user"), line("w", null, "user"))).toEqual([
    "u a",
    "v",
    "w",
  ]);
});

it("reads several sessions of a file, one that goes on with another as one run", async () => {
  const other = (uuid: string, parent: string | null) => line(uuid, parent, "user", { sessionId: "other" });
  const lines = [line("u", null, "user"), other("p", null), line("a", "u", "assistant"), other("q", "a")];
  const { runs } = await read(lines.join("\n"), "all.jsonl");
  expect(
    runs.map(({ trajectory }) => [trajectory.id, trajectory.steps.map(({ content }) => content)]),
  ).toEqual([
    ["all:other", ["u", "a", "q"]],
    ["all:other#2", ["p"]],
  ]);
});

it("leaves out what has another shape, and says where", async () => {
  const bad = [
    line("u", null, "user"),
    line("a", "u", "assistant", { parentUuid: 7 }),
    line("u", null, "user"),
    line("c", "u", "user", { message: { content: [{ text: "no type" }] } }),
    "7",
  ];
  const { runs, unread } = await read(bad.join("\n"), "s.jsonl");
  expect(runs.map(({ trajectory }) => trajectory.steps.length)).toEqual([1]);
  expect(unread.map(({ field, line: number }) => [number, field])).toEqual([
    [2, "parentUuid"],
    [3, "uuid"],
    [4, "message.content"],
    [5, ""],
  ]);
  await expect(read(line("u", null, "user", { message: 7 }), "s.jsonl")).rejects.toThrow(
    /line 1, `message`.*--from/,
  );
});

it("reads as many branches as a person may have left, and no more", async () => {
  const lines = Array.from({ length: 250 }, (_, at) => line(`u${at}`, null, "user"));
  const { runs, unread } = await read(lines.join("\n"), "s.jsonl");
  expect(runs).toHaveLength(200);
  expect(runs.at(-1)?.trajectory.task).toBe("u249");
  expect(unread.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/at most 200 branches.*got 250/),
  ]);
});
