import { describe, expect, it } from "vitest";
import { readChecked as read } from "./fixtures/outlines.ts";
import { attributed, document, span } from "./fixtures/spans.ts";

const RUN = { "langgraph_rollback.run": "r-1", "gen_ai.conversation.id": "t-1" };
const verdict = (label: string, explanation: string) => ({
  events: [
    {
      name: "gen_ai.evaluation.result",
      ...attributed({
        "gen_ai.evaluation.name": "verify",
        "gen_ai.evaluation.score.label": label,
        "gen_ai.evaluation.explanation": explanation,
      }),
    },
  ],
});
const attempt = (
  place: number,
  trace: number,
  number: number,
  { attributes = {}, ...more }: { readonly attributes?: object; readonly events?: readonly object[] } = {},
) =>
  span(place, {
    trace,
    name: "invoke_agent team",
    ...attributed({
      "gen_ai.operation.name": "invoke_agent",
      ...RUN,
      "langgraph_rollback.attempt": number,
      ...attributes,
    }),
    ...more,
  });
const step = (place: number, trace: number, number: number, index: number, content: string) =>
  span(place, {
    trace,
    name: "step",
    ...attributed({
      ...RUN,
      "gen_ai.agent.name": "solve",
      "langgraph_rollback.attempt": number,
      "langgraph_rollback.step.index": index,
      "langgraph_rollback.step.tools": ["add"],
      ...(content === ""
        ? {}
        : {
            "gen_ai.output.messages": JSON.stringify([
              { role: "assistant", parts: [{ type: "text", content }] },
            ]),
          }),
    }),
  });
const FORK = { attributes: { "langgraph_rollback.fork_of": 1, "langgraph_rollback.rewind.from_step": 1 } };

describe("spans that a guarded agent has told live", () => {
  it("are one run where several calls, in traces of their own, worked on it; a retry has the steps that it kept", async () => {
    const lines = [
      document(step(2, 1, 1, 0, "a"), attempt(1, 1, 1)),
      document(span(9, { trace: 7, name: "GET /" })),
      // The first attempt went on in a second call, and the retry in a third.
      document(step(4, 2, 1, 1, "b"), attempt(3, 2, 1, verdict("fail", "b is wrong"))),
      document(step(6, 3, 2, 1, "c"), attempt(5, 3, 2, { ...FORK, ...verdict("pass", "") })),
    ];
    const { imported, left } = await read(lines.join("\n"));
    expect(
      imported.map(({ origin, trajectory: { id, outcome, steps } }) => ({
        id,
        outcome,
        steps: steps.map(({ content }) => content),
        of: [origin?.run, origin?.attempt, origin?.fields?.["thread"]],
      })),
    ).toEqual([
      {
        id: "r-1/attempt-1",
        outcome: { ok: false, reason: "b is wrong" },
        steps: ["a", "b"],
        of: ["r-1", 1, "t-1"],
      },
      { id: "r-1/attempt-2", outcome: { ok: true, reason: "" }, steps: ["a", "c"], of: ["r-1", 2, "t-1"] },
    ]);
    expect(left.map(({ line }) => line)).toEqual([2]);
  });

  it("keep the names of tools where their content was not told, and steps that are missing are told of", async () => {
    const { imported, left } = await read(document(step(2, 1, 2, 1, ""), attempt(1, 1, 2, FORK)));
    expect(imported.map(({ trajectory }) => trajectory.steps)).toMatchObject([
      [{ index: 0, agent: "solve", content: "", toolCalls: [{ name: "add", args: null }] }],
    ]);
    expect(left).toEqual([{ line: 1, field: "", reason: "1 steps of attempt 2 are missing." }]);
  });

  it("are several runs where one trace holds them", async () => {
    const other = { "langgraph_rollback.run": "r-2" };
    const { imported } = await read(
      document(
        step(2, 1, 1, 0, "a"),
        attempt(1, 1, 1),
        span(4, {
          ...attributed({ ...other, "langgraph_rollback.attempt": 1, "langgraph_rollback.step.index": 0 }),
        }),
      ),
    );
    expect(imported.map(({ trajectory }) => trajectory.id)).toEqual(["r-1/attempt-1", "r-2/attempt-1"]);
  });
});
