import { expect, it } from "vitest";
import { importedFrom, stepsInShort, traceFixture } from "../../fixtures/imported-here.ts";
import { scratchFolder } from "../../fixtures/scratch-folder.ts";

const { file } = await scratchFolder();
const SESSION = "0199aa11-2222-7333-8444-555566667777";
/** The last line is cut, as in a session whose process was killed. */
const text = `${await traceFixture("codex.jsonl")}{"timestamp":"2026-03-01T10:00:23.000Z","type":"respon`;
const read = async (lines: string, name: string) => importedFrom(await file(name, lines), "codex");

const line = (type: string, payload: object) =>
  JSON.stringify({ timestamp: "2026-03-01T10:00:00.000Z", type, payload });
const said = (role: string, content: string) =>
  line("response_item", { type: "message", role, content: [{ type: "text", text: content }] });
const back = (turns: unknown) => line("event_msg", { type: "thread_rolled_back", num_turns: turns });
const contents = async (...lines: readonly string[]) => {
  const { runs, unread } = await read(lines.join("\n"), "s.jsonl");
  const found = runs.map(({ trajectory }) => trajectory.steps.map(({ content }) => content).join(" "));
  return {
    found,
    unread: unread.map(({ field }) => field),
    tasks: runs.map(({ trajectory }) => trajectory.task),
  };
};

const COMMON = [
  "user user",
  "codex model shell#c1 shell#c2",
  "shell tool <- c1",
  "shell tool ! ToolError <- c2",
  "codex model apply_patch#c3",
  "apply_patch tool <- c3",
  "codex model",
  "user user",
];

it("reads turns that were rolled back as an attempt, and what came in their place as the last", async () => {
  const { runs, unread } = await read(text, `rollout-2026-03-01T10-00-00-${SESSION}.jsonl`);
  expect(runs.map(({ origin, trajectory }) => [trajectory.id, origin?.run, origin?.attempt])).toEqual([
    [`${SESSION}/attempt-1`, SESSION, 1],
    [`${SESSION}/attempt-2`, SESSION, 2],
  ]);
  const [left, stayed] = runs;
  if (left === undefined || stayed === undefined) throw new Error("Expected two attempts.");
  expect(stepsInShort(left)).toEqual([...COMMON, "codex model local_shell#c4"]);
  expect(stepsInShort(stayed)).toEqual([
    ...COMMON,
    "codex other (compaction)",
    "codex model web_search#? ! CodexError",
    "codex model shell#c5",
  ]);
  expect(left.origin?.fields).toMatchObject({ leftBehind: true, keptSteps: 7, cli_version: "0.140.0" });
  expect(left.origin?.steps?.[8]).toMatchObject({ turnAborted: "interrupted" });
  expect(stayed.trajectory).toMatchObject({
    task: "Mend the total.",
    instructions: { codex: "You write code.\n\nAsk before you delete." },
  });
  expect(stayed.trajectory.steps[1]).toMatchObject({
    content: "I look at the code.",
    startedAt: "2026-03-01T10:00:04.000Z",
    endedAt: "2026-03-01T10:00:06.000Z",
  });
  expect(stayed.origin?.steps?.[1]).toEqual({
    model: "gpt-x",
    reasoning: "Look first.",
    usage: { input_tokens: 100, output_tokens: 20 },
  });
  expect(unread).toEqual([{ line: 28, field: "", reason: expect.stringMatching(/^Expected JSON/) }]);
});

it("goes back as often and as far as the session did", async () => {
  const turns = ["a", "b", "c"].flatMap((name) => [said("user", name), said("assistant", `${name}!`)]);
  expect(
    await contents(...turns, back(2), said("user", "d"), back(1), back(1), said("user", "e")),
  ).toMatchObject({
    found: ["a a! b b! c c!", "a a! d", "e"],
    tasks: ["a", "a", "e"],
  });
  // Two rollbacks without anything in between are one, and what ends in one has no attempt after it.
  expect(await contents(...turns, back(1), back(1))).toMatchObject({ found: ["a a! b b! c c!"] });
  for (const turnsBack of [0, -1, 1.5, "1", null, 1e300])
    expect(await contents(...turns, back(turnsBack))).toMatchObject({
      found: ["a a! b b! c c!"],
      unread: ["payload.num_turns"],
    });
});

it("tells a fork, whose lines begin with the other session's, from a second session", async () => {
  const meta = (id: string, forked?: string) => line("session_meta", { id, forked_from_id: forked });
  const turn = [said("user", "a")];
  const { runs: fork } = await read([meta("b", "a"), meta("a"), ...turn].join("\n"), "one.jsonl");
  expect(fork.map(({ trajectory }) => trajectory.id)).toEqual(["one:b"]);
  const { runs: two } = await read(
    [meta("a"), ...turn, meta("b"), ...turn, meta("a"), ...turn].join("\n"),
    "all.jsonl",
  );
  expect(two.map(({ trajectory }) => trajectory.id)).toEqual(["all:a", "all:b", "all:a#2"]);
});

it("reads what events tell where no item does, and never twice", async () => {
  const told = (type: string, message: string) => line("event_msg", { type, message });
  const events = [told("user_message", "a"), told("agent_message", "b")];
  expect(await contents(...events)).toMatchObject({ found: ["a b"] });
  expect(
    await contents(events[0] ?? "", said("user", "a"), said("assistant", "b"), events[1] ?? ""),
  ).toMatchObject({
    found: ["a b"],
  });
});

it("reads the lines of old sessions, and a sub agent by its name", async () => {
  const old = [
    { id: "s", timestamp: "2025-05-01T10:00:00.000Z", instructions: "Be short." },
    { type: "message", role: "user", content: [{ type: "input_text", text: "a" }] },
    { type: "function_call", name: "shell", arguments: "{}", call_id: "c" },
    { type: "function_call_output", call_id: "c", output: "{}" },
  ];
  const { runs } = await read(old.map((each) => JSON.stringify(each)).join("\n"), "s.jsonl");
  expect(runs.flatMap(stepsInShort)).toEqual(["user user", "codex model shell#c", "shell tool <- c"]);
  expect(runs[0]?.trajectory.instructions).toEqual({ codex: "Be short." });
  const spawned = { source: { subagent: { thread_spawn: { agent_nickname: "Atlas" } } } };
  const { runs: sub } = await read(`${line("session_meta", spawned)}\n${said("assistant", "a")}`, "s.jsonl");
  expect(sub.flatMap(stepsInShort)).toEqual(["Atlas model"]);
});

it("leaves out what it does not know, and says where", async () => {
  const unknown = [said("user", "a"), line("response_item", { type: "dream" }), line("night", {}), "7"];
  expect(await contents(...unknown)).toMatchObject({ found: ["a"], unread: ["payload.type", "type", ""] });
});
