import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { withRollback } from "langgraph-rollback";

const State = Annotation.Root({ answer: Annotation<string> });

const builder = new StateGraph(State).addNode("guess", () => ({ answer: "no idea" })).addEdge(START, "guess");

/** Never passes: after one rollback the run ends as an error. */
export const graph = withRollback(builder.compile(), {
  verify: () => ({ ok: false, reason: "it does not know" }),
  maxRollbacks: 1,
  onFailure: "error",
});
