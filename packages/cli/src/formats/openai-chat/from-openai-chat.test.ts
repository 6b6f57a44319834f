import { expect, it } from "vitest";
import { importedFrom, stepsInShort, traceFixture } from "../../fixtures/imported-here.ts";
import { scratchFolder } from "../../fixtures/scratch-folder.ts";

const { file } = await scratchFolder();
const read = async (text: string, name = "chats.jsonl") =>
  importedFrom(await file(name, text), "openai-chat");
const sample = async (name: string) => read(await traceFixture(`mit/${name}`), name);

const chat = [
  { role: "system", content: "Be short." },
  { role: "user", content: "How much is 2 + 2?" },
  { role: "assistant", content: "4" },
];
const messages = chat.map((each) => JSON.stringify(each));

it("reads each form that chats stand in, with what stands beside the messages", async () => {
  const { runs, unread } = await read(await traceFixture("openai-chat.jsonl"));
  expect(runs.map((run) => [run.trajectory.id, stepsInShort(run)])).toEqual([
    ["chats:ask-1", ["Ada user"]],
    ["chats:ask-2", ["assistant model"]],
    [
      "chats/3",
      [
        "user user",
        "assistant model order#c1 carrier#c2",
        "carrier tool <- c2",
        "order tool <- c1",
        "assistant model map#?",
        "map tool",
        "system other",
        "Clerk model",
      ],
    ],
    ["chats:4:1", ["user user", "assistant model"]],
    ["chats:4:1#2", ["user user"]],
  ]);
  const [asked, answered, long, right, open] = runs;
  expect(asked?.trajectory).toMatchObject({
    task: "Which colour?\n[image_url]",
    instructions: { assistant: "Answer in one word." },
  });
  // The model's other choices are no runs.
  expect(answered?.origin?.fields).toMatchObject({
    response: { body: { otherChoices: [{ message: { content: "Blue." } }] } },
  });
  expect(long?.trajectory.steps.map(({ content }) => content)).toEqual([
    "Where is order 7?",
    "",
    "Post",
    "sent",
    "",
    "here",
    "Be short.",
    "I may not say.",
  ]);
  expect(long?.trajectory.steps[1]?.toolCalls?.map(({ args }) => args)).toEqual([{ id: 7 }, 7]);
  expect([right?.trajectory.outcome, open?.trajectory.outcome]).toEqual([{ ok: true }, undefined]);
  expect(unread).toEqual([{ line: 5, field: "traj[1].role", reason: "Expected string, got number." }]);
});

it("reads a result of tau-bench", async () => {
  const { runs, unread } = await sample("tau-airline-2-t0.reward0.json");
  const [run] = runs;
  if (run === undefined) throw new Error("Expected a run.");
  expect([runs.length, unread]).toEqual([1, []]);
  expect(run.trajectory).toMatchObject({
    id: "tau-airline-2-t0.reward0:2:0",
    outcome: { ok: false },
    instructions: { assistant: expect.stringMatching(/^# Airline Agent Policy/) },
    task: expect.stringMatching(/^Hey there\. I'm having some issues with money/),
  });
  const lookUp = (id: string, name: string) => [`assistant model ${name}#${id}`, `${name} tool <- ${id}`];
  expect(stepsInShort(run)).toEqual([
    "user user",
    "assistant model",
    "user user",
    ...lookUp("call_MY94XAcnfHzfAZcVHqt5FRRQ", "get_user_details"),
    ...lookUp("call_5jQdSXVBGc9unuJOdSZlau1r", "get_reservation_details"),
    ...lookUp("call_PA1XaKLPX8egjewaxIArCkRc", "get_reservation_details"),
    ...lookUp("call_MS60qsjtf94tP7pv3hJP8qVK", "get_reservation_details"),
    "assistant model",
    "user user",
    ...lookUp("call_sJVABuFtuLkjxY1f2R92q2P6", "update_reservation_flights"),
    ...lookUp("call_Td4HrgeMPuBcDgM5tKBto3Ym", "update_reservation_flights"),
    "assistant model",
    "user user",
    ...lookUp("call_oIHazX6yQrB8hUwl4cRilFKj", "calculate"),
    "assistant model",
    "user user",
  ]);
  expect(run.trajectory.steps[3]?.toolCalls?.[0]?.args).toEqual({ user_id: "omar_davis_3817" });
  expect(run.origin?.fields).toMatchObject({ task_id: 2, reward: 0, info: { source: "user" } });
});

it("reads the form of AgentRx, whose messages have more fields", async () => {
  const { runs } = await sample("tau-retail-2.failed.json");
  const [run] = runs;
  if (run === undefined) throw new Error("Expected a run.");
  expect(run.trajectory).toMatchObject({ id: "tau-retail-2.failed:2:2", outcome: { ok: false } });
  expect(run.trajectory.steps).toHaveLength(31);
  expect(run.origin?.steps?.[0]).toEqual({ index: 2 });
  const shown = stepsInShort(run);
  const called = shown.flatMap((step) => [...step.matchAll(/#(\S+)/g)].map((found) => found[1]));
  const answered = shown.flatMap((step) => step.split(" <- ").slice(1));
  expect(answered).toEqual(called);
  expect(shown.at(-1)).toBe("user user");
});

it("reads messages without a list as one chat, and lists on lines as one each", async () => {
  for (const text of [messages.join("\n"), JSON.stringify(chat), JSON.stringify([chat])])
    expect((await read(text)).runs.map(({ trajectory }) => [trajectory.id, trajectory.steps.length])).toEqual(
      [["chats", 2]],
    );
  const { runs } = await read([chat, chat, chat].map((each) => JSON.stringify(each)).join("\n"));
  expect(runs.map(({ trajectory }) => trajectory.id)).toEqual(["chats/1", "chats/2", "chats/3"]);
  const { runs: mixed } = await read(`${messages.join("\n")}\n${JSON.stringify({ messages: chat })}`);
  expect(mixed.map(({ trajectory }) => trajectory.id)).toEqual(["chats/1", "chats/2"]);
});

it("takes the answer that stands beside the messages as the last step", async () => {
  const choices = [{ index: 0, message: { role: "assistant", content: "4" } }];
  for (const value of [
    { messages: chat.slice(0, 2), choices },
    { messages: chat.slice(0, 2), response: { choices } },
    { body: { messages: chat.slice(0, 2) }, response: { body: { choices } } },
  ]) {
    const { runs } = await read(JSON.stringify(value));
    expect(runs[0]?.trajectory.steps.map(({ content }) => content)).toEqual(["How much is 2 + 2?", "4"]);
  }
});

it("keeps what log-probabilities say of a message, wherever they stand", async () => {
  const logprobs = { content: [{ token: "4", logprob: -0.5 }] };
  const read4 = { tokens: 1, mean: -0.5, least: -0.5, unlikely: 0 };
  const answer = { role: "assistant", content: "4" };
  for (const value of [
    { messages: chat.slice(0, 2), choices: [{ index: 0, message: answer, logprobs }] },
    { messages: [...chat.slice(0, 2), { ...answer, logprobs }] },
    { messages: [...chat.slice(0, 2), { ...answer, response_metadata: { logprobs } }] },
  ]) {
    const { runs } = await read(JSON.stringify(value));
    expect(runs[0]?.trajectory.steps.map((step) => step.logprobs)).toEqual([undefined, read4]);
  }
  const { runs } = await read(
    JSON.stringify([chat[1], { ...answer, logprobs: { content: ["4", { logprob: "x" }] } }]),
  );
  expect(runs[0]?.trajectory.steps[1]).not.toHaveProperty("logprobs");
});

it("reads content and names of any shape, and keeps a deep value from reaching readers", async () => {
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const odd = `{"messages": [{"role": "user", "content": ${deep}, "__proto__": {"x": 1}, "far": ${deep}}, {"role": "tool", "content": {"a": 1e999}},
    {"role": "assistant", "content": 7, "tool_calls": [{"id": null, "function": {"name": "__proto__", "arguments": ${deep}}}]}]}`;
  const { runs, unread } = await read(odd);
  expect(unread).toEqual([]);
  expect(runs[0]?.trajectory.steps.map(({ agent, content }) => [agent, content.slice(0, 10)])).toEqual([
    ["user", '"[nested t'],
    ["tool", '{"a":null}'],
    ["assistant", "7"],
  ]);
  expect(() => JSON.stringify(runs[0])).not.toThrow();
});

it("is not taken for AgentProcessBench, whose marks would be lost", async () => {
  const { FORMATS } = await import("../readers.ts");
  expect(FORMATS["openai-chat"].isLike?.({ messages: chat, step_labels: {} })).toBe(false);
});
