import { Annotation, interrupt, START, StateGraph } from "@langchain/langgraph";
import { withRollback } from "langgraph-rollback";

const State = Annotation.Root({
  offer: Annotation<string>,
  approvedBy: Annotation<string>,
  /** Note of a rollback about the attempt before. */
  note: Annotation<string>,
});

const builder = new StateGraph(State)
  .addNode("draft", ({ note }) => ({ offer: note === undefined ? "3 tickets: $45" : "3 tickets: $42" }))
  .addNode("approve", ({ offer }) => ({ approvedBy: String(interrupt({ question: "Send it?", offer })) }))
  .addEdge(START, "draft")
  .addEdge("draft", "approve");

/** Drafts an offer and asks a human; a wrong one is rolled back, and the human is asked again. */
export const graph = withRollback(builder.compile(), {
  noteChannel: "note",
  verify: ({ output }) => ({ ok: output?.offer === "3 tickets: $42", reason: "the offer is wrong" }),
});
