import { expect, it } from "vitest";
import { importedFrom, stepsInShort, traceFixture } from "../../fixtures/imported-here.ts";
import { scratchFolder } from "../../fixtures/scratch-folder.ts";
import { detectFormat } from "../detect-format.ts";
import { FORMATS } from "../readers.ts";
import { withTraceFile } from "../trace-file.ts";

const { file } = await scratchFolder();
const read = async (text: string, name = "team.json") => importedFrom(await file(name, text), "autogen");
const text = await traceFixture("autogen-messages.jsonl");

const STEPS = [
  "user user",
  "Selector (speaker selection)",
  "Researcher model (thought)",
  "Researcher model search#c1 fetch#c2",
  "search tool <- c1",
  "fetch tool ! ToolError <- c2",
  "Researcher other (tool call summary)",
  "Researcher -> Writer",
  "Writer model",
  "Writer other (memory)",
  "Coder tool",
  "Writer (stop)",
];

it("reads messages and events, and takes the result that repeats them for the same run", async () => {
  const { runs, unread } = await read(text);
  expect(unread).toEqual([]);
  expect(runs.map((run) => [run.trajectory.id, run.trajectory.task, stepsInShort(run)])).toEqual([
    ["team", "How high is the tower?", STEPS],
  ]);
  expect(runs[0]?.trajectory.steps[3]).toMatchObject({
    toolCalls: [{ args: { q: "tower" } }, { args: { url: "x" } }],
    endedAt: "2026-03-01T10:00:04.000Z",
  });
  expect(runs[0]?.trajectory.steps.slice(8).map(({ content }) => content)).toEqual([
    "It is 330 m high.\n[data]",
    "towers are high",
    "330",
    "TERMINATE",
  ]);
  expect(runs[0]?.origin?.fields).toEqual({ stop_reason: "Text 'TERMINATE' mentioned" });
  expect(runs[0]?.origin?.steps?.[3]).toMatchObject({ models_usage: { prompt_tokens: 9 } });
});

it("reads the result of a task alone, and several as runs", async () => {
  const result = text.trimEnd().split("\n").at(-1) ?? "";
  const { runs } = await read(`${result}\n${result}`);
  expect(runs.map((run) => [run.trajectory.id, stepsInShort(run)])).toEqual([
    ["team/1", STEPS],
    ["team/2", STEPS],
  ]);
});

it("reads a dump of events", async () => {
  const { runs } = await read(await traceFixture("autogen-events.json"), "trace.json");
  expect(runs.map((run) => [run.trajectory.id, stepsInShort(run)])).toEqual([
    ["trace", ["user user", "MagenticOneOrchestrator", "Coder model", "FileSurfer"]],
  ]);
  expect(runs[0]?.trajectory.task).toBe("Write solution.py.");
  expect(runs[0]?.trajectory.steps[2]?.endedAt).toBe("2026-05-09T10:42:03.841412Z");
  expect(runs[0]?.origin?.steps?.[2]).toMatchObject({ models_usage: { completion_tokens: 478 } });
});

it("reads a log of Magentic-One, and counts the calls of models that it does not show", async () => {
  const { runs } = await read(await traceFixture("magentic-one.jsonl"), "log.jsonl");
  expect(runs.map(stepsInShort)).toEqual([
    ["Orchestrator (thought)", "Orchestrator -> WebSurfer", "WebSurfer (web)", "WebSurfer"],
  ]);
  expect(runs[0]?.trajectory.steps[0]?.endedAt).toBe("2026-03-01T10:00:01.500Z");
  expect(runs[0]?.origin?.fields).toEqual({
    modelCalls: { count: 1, promptTokens: 12, completionTokens: 4 },
  });
});

it("reads a chat of AG2, agents by name", async () => {
  const { runs } = await read(await traceFixture("ag2-chat.json"));
  expect(runs.map((run) => [run.trajectory.id, run.trajectory.task, stepsInShort(run)])).toEqual([
    ["team:7", "Plot the prices.", ["Manager", "Coder model plot#k1", "plot tool <- k1", "Coder"]],
  ]);
});

it("reads a log that nobody has labelled, and leaves a labelled one to Who&When", async () => {
  const labelled = await traceFixture("mit/who-and-when-hand-34.json");
  const format = await withTraceFile(await file("labelled.json", labelled), detectFormat);
  expect(format).toBe(FORMATS["who-and-when"]);
  const { history, question }: { history: unknown; question: unknown } = JSON.parse(labelled);
  const { runs } = await read(JSON.stringify({ history, question, is_correct: false }));
  expect(runs.map(({ trajectory }) => trajectory)).toMatchObject([
    { task: question, outcome: { ok: false }, steps: [{ agent: "human", kind: "user" }, {}, {}, {}, {}] },
  ]);
});

const state = await traceFixture("autogen-team-state.json");
const { agent_states: members }: { agent_states: Record<string, { agent_state: object }> } =
  JSON.parse(state);
const CONTEXT = [
  "user user",
  "Researcher model search#c1 fetch#c2",
  "fetch tool ! ToolError <- c2",
  "search tool <- c1",
  "Editor",
  "Researcher model",
];

it("reads a team's saved state: the thread of its manager, and that of a team inside of it", async () => {
  const { runs, unread } = await read(state);
  expect(unread).toEqual([]);
  expect(runs.map((run) => [run.trajectory.id, run.trajectory.task, stepsInShort(run)])).toEqual([
    [
      "team/1",
      "How high is the tower?",
      [
        "user user",
        "Researcher model (thought)",
        "Researcher model search#c1 fetch#c2",
        "fetch tool ! ToolError <- c2",
        "search tool <- c1",
        "Researcher other (tool call summary)",
        "Researcher -> Editors",
        "Editors model",
        "Editors (stop)",
      ],
    ],
    ["team/2", "", ["Researcher", "Critic model"]],
  ]);
  expect(runs.map(({ origin }) => origin?.fields)).toEqual([
    { current_turn: 4, previous_speaker: "Editors", agents: ["Researcher", "Editors"] },
    { agent: "Editors", current_turn: 1, next_speaker_index: 0, agents: ["Critic"] },
  ]);
});

it("reads the saved state of an agent alone, with its thoughts beside the steps, in the older form, too", async () => {
  const agent = JSON.stringify(members["Researcher"]?.agent_state);
  const { messages } = JSON.parse(agent).llm_context;
  for (const saved of [agent, JSON.stringify({ type: "AssistantAgentState", llm_messages: messages })]) {
    const { runs, unread } = await read(saved, "agent.json");
    expect(unread).toEqual([]);
    expect(runs.map((run) => [run.trajectory.id, run.trajectory.task, stepsInShort(run)])).toEqual([
      ["agent", "How high is the tower?", CONTEXT],
    ]);
    expect(runs[0]?.trajectory.instructions).toEqual({ Researcher: "Research well." });
    expect(runs[0]?.origin?.steps?.[1]).toMatchObject({ thought: "I look twice." });
    expect(runs[0]?.trajectory.steps[4]?.content).toBe("A picture:\n[data]");
  }
});

it("reads the contexts of a team whose manager has no thread, and names the team's id", async () => {
  const { Researcher } = members;
  // The form of 0.4.0: keys with the team's id, and states in containers.
  const team = { team_id: "t-1", agent_states: { "Researcher/t-1": Researcher, "manager/t-1": { turn: 1 } } };
  const { runs } = await read(JSON.stringify(team));
  expect(runs.map((run) => [run.origin?.fields, stepsInShort(run)])).toEqual([
    [{ team_id: "t-1", agent: "Researcher" }, CONTEXT],
  ]);
});

it("says where in a saved state something cannot be read, and which state has no messages", async () => {
  const manager = { message_thread: [{ type: "TextMessage", source: "user", content: "?" }, { type: "x" }] };
  const { unread } = await read(JSON.stringify({ agent_states: { manager } }));
  expect(unread).toEqual([
    {
      line: 1,
      field: "agent_states.manager.message_thread[1]",
      reason: "Expected a message with `type` and `source`, or with `role` and `content`.",
    },
  ]);
  const empty = { type: "TeamState", agent_states: { manager: { message_thread: [] } } };
  await expect(read(JSON.stringify(empty))).rejects.toMatchObject({
    message: expect.stringContaining("agent_states.manager.message_thread"),
  });
});

it("leaves out what is no message, and says where", async () => {
  const event = { type: "TextMessage", source: "a", content: "x" };
  const { runs, unread } = await read(JSON.stringify({ messages: [event, 7, { type: "TextMessage" }] }));
  expect(runs[0]?.trajectory.steps).toHaveLength(1);
  expect(unread.map(({ field }) => field)).toEqual(["messages[1]", "messages[2]"]);
});
