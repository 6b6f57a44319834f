import { expect, it } from "vitest";
import { importedFrom, stepsInShort, traceFixture } from "../../fixtures/imported-here.ts";
import { scratchFolder } from "../../fixtures/scratch-folder.ts";

const { file } = await scratchFolder();
const read = async (text: string, name = "phones.json") => importedFrom(await file(name, text), "tau2");
const text = await traceFixture("tau2.json");
const results: { info: object; tasks: object[]; simulations: Record<string, unknown>[] } = JSON.parse(text);

it("reads each simulation of a file with results: the user calls tools, too, and several results stand in one message", async () => {
  const { runs, unread } = await read(text);
  expect(runs.map((run) => [run.trajectory.id, run.trajectory.outcome, stepsInShort(run)])).toEqual([
    [
      "phones:no-signal:0",
      { ok: true },
      [
        "assistant model",
        "user user",
        "assistant model get_customer#c1 get_line#c2",
        "get_line tool <- c2",
        "get_customer tool <- c1",
        "assistant model",
        "user user check_status_bar#u1",
        "check_status_bar tool <- u1",
        "user user toggle_airplane_mode#u2",
        "toggle_airplane_mode tool ! ToolError <- u2",
        "user user",
      ],
    ],
    // Calls without ids are answered in their order.
    [
      "phones:no-signal:1",
      { ok: false },
      [
        "user user",
        "assistant model get_line#? reset_line#?",
        "get_line tool",
        "reset_line tool",
        "system other",
      ],
    ],
    // A reward in between is no verdict, and one of a run that broke off is none.
    ["phones:bill:0", undefined, ["assistant model"]],
    ["phones:bill:1", undefined, ["user user"]],
  ]);
  expect(unread).toEqual([
    {
      line: 1,
      field: "simulations[1].messages[6].role",
      reason: 'Expected one of "system"|"user"|"assistant"|"tool".',
    },
    {
      line: 1,
      field: "simulations[4].messages",
      reason: "Expected messages, got the ticks of a voice run, which are not read.",
    },
  ]);
});

it("has task, policy, times, arguments and what stands beside the messages", async () => {
  const { runs } = await read(text);
  expect(runs.map(({ trajectory }) => [trajectory.task, trajectory.instructions?.["assistant"]])).toEqual([
    ["My phone has no signal.", "Help with phones only."],
    ["No signal!", "Help with phones only.\n\nAnswer in English."],
    ["The customer wants the bill of May.", "Bills only."],
    ["The bill, please.", "Help with phones only."],
  ]);
  const [first, , , spoken] = runs;
  expect(first?.trajectory.steps[2]).toMatchObject({
    toolCalls: [{ args: { name: "Ada" } }, { args: { customer: 1 } }],
    endedAt: "2026-03-01T10:00:10.250Z",
  });
  expect(first?.trajectory.steps[9]?.error?.message).toBe("Error: locked");
  expect(first?.origin?.steps?.[5]).toMatchObject({
    usage: { completion_tokens: 7 },
    raw_data: { thinking_blocks: [{ thinking: "It may be airplane mode." }] },
  });
  expect(first?.origin?.steps?.[7]).toMatchObject({ requestor: "user" });
  expect(first?.origin?.fields).toMatchObject({
    id: "sim-no-signal-0",
    termination_reason: "user_stop",
    reward_info: { reward: 1, db_check: { db_match: true } },
    domain_name: "phones",
    agent_info: { llm: "model-a" },
    task: { evaluation_criteria: { actions: [{ requestor: "user" }] } },
  });
  // Sound is no text.
  expect(spoken?.trajectory.steps[0]?.content).toBe("The bill, please.");
});

it("reads the file of one simulation, and simulations on lines", async () => {
  const [first, second] = results.simulations;
  const { runs: alone } = await read(JSON.stringify(first, undefined, 2), "sim-no-signal-0.json");
  expect(alone.map(({ trajectory }) => [trajectory.id, trajectory.instructions])).toEqual([
    ["sim-no-signal-0:no-signal:0", undefined],
  ]);
  const { runs } = await read([first, second, first].map((each) => JSON.stringify(each)).join("\n"));
  expect(runs.map(({ trajectory }) => trajectory.id)).toEqual([
    "phones:no-signal:0",
    "phones:no-signal:1",
    "phones:no-signal:0#2",
  ]);
});

it("says that results whose simulations stand in files of their own have no run", async () => {
  const { info, tasks } = results;
  const { runs, unread } = await read(JSON.stringify({ info, tasks, simulation_index: [] }), "results.json");
  expect(runs).toEqual([]);
  expect(unread).toEqual([{ line: 1, field: "", reason: "Expected a run with steps, got none." }]);
});

it("throws on a file of which nothing can be read, with the place", async () => {
  const voice = results.simulations.slice(-1);
  await expect(read(JSON.stringify({ ...results, simulations: voice }))).rejects.toMatchObject({
    code: "TRAJECTORY_FORMAT",
    message: expect.stringContaining("simulations[0].messages"),
  });
});
