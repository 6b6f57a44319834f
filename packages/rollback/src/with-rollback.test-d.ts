import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { fakeModel } from "@langchain/core/testing";
import { createAgent } from "langchain";
import { expectTypeOf } from "vitest";

import {
  rollbackGraph,
  withRollback,
  type AttemptRecord,
  type RunStatus,
  type VerifierRun,
} from "./index.ts";
import type { OutputOf } from "./langgraph/compiled-graph.ts";

const State = Annotation.Root({ question: Annotation<string>, total: Annotation<number> });
const graph = new StateGraph(State)
  .addNode("solve", ({ question }) => ({ total: question.length }))
  .addEdge(START, "solve")
  .addEdge("solve", END)
  .compile();
const agent = createAgent({ model: fakeModel(), tools: [] });

// The wrapped graph has the graph's own type.
expectTypeOf(withRollback(graph, { verify: () => true })).toEqualTypeOf<typeof graph>();
expectTypeOf(withRollback(agent, { verify: () => true })).toEqualTypeOf<typeof agent>();

// The verifier sees what the graph returns, or nothing when an exception escaped.
withRollback(graph, {
  verify: ({ output, outputs }) => {
    expectTypeOf(output).toEqualTypeOf<OutputOf<typeof graph> | undefined>();
    expectTypeOf(outputs?.total).toEqualTypeOf<number | undefined>();
    return output?.total === 3;
  },
});
withRollback(graph, { verify: ({ input }) => input.question === "why" });
withRollback(agent, { verify: ({ output }) => output?.messages.at(-1)?.text === "done" });

// A verifier may be a function that asks for less, and may answer as an openevals evaluator does.
declare const evaluator: (run: { inputs: unknown; outputs: unknown }) => Promise<{
  key: string;
  score: boolean | number;
  comment?: string;
}>;
withRollback(graph, { verify: evaluator });
withRollback(graph, { verify: ({ attempt }: Pick<VerifierRun, "attempt">) => ({ ok: attempt > 1 }) });

// A calibration may be a file, and the graph keeps its type.
declare const file: string | URL;
expectTypeOf(withRollback(graph, { verify: () => true, calibration: file })).toEqualTypeOf<typeof graph>();
withRollback(agent, { verify: () => true, fallback: { calibration: "calibration.json" } });
rollbackGraph(graph, { verify: () => true, calibration: new URL("file:///calibration.json") });
// @ts-expect-error it has to be awaited
withRollback(graph, { verify: () => true, calibration: Promise.resolve("calibration.json") });

// @ts-expect-error a verifier has to answer
withRollback(graph, { verify: () => {} });
// @ts-expect-error a verifier is needed
withRollback(graph, {});
// @ts-expect-error the graph has no such output
withRollback(graph, { verify: ({ output }) => output?.sum === 3 });
// @ts-expect-error a StateGraph is not compiled
withRollback(new StateGraph(MessagesAnnotation), { verify: () => true });
// @ts-expect-error only these two
withRollback(graph, { verify: () => true, onFailure: "retry" });

// The rollback graph tells how a run ended in its state.
const driven = rollbackGraph(graph, { verify: ({ output }) => output?.total === 3 }).compile();
type Driven = Awaited<ReturnType<typeof driven.invoke>>;
expectTypeOf<Driven["status"]>().toEqualTypeOf<RunStatus>();
expectTypeOf<Driven["attempts"]>().toEqualTypeOf<readonly AttemptRecord[]>();
