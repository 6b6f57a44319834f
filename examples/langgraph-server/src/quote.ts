import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { withRollback } from "langgraph-rollback";

import { isTold, simulatedModel } from "./simulated-model.ts";

type State = typeof MessagesAnnotation.State;

const plan = async ({ messages }: State): Promise<Partial<State>> => ({
  messages: [await simulatedModel("The price of one ticket, times the number of tickets.").invoke(messages)],
});

/** Gets it wrong until it is told. */
const price = async ({ messages }: State): Promise<Partial<State>> => ({
  messages: [await simulatedModel(isTold(messages) ? "3 * $14 = $42" : "3 * $14 = $45").invoke(messages)],
});

const builder = new StateGraph(MessagesAnnotation)
  .addNode("plan", plan)
  .addNode("price", price)
  .addEdge(START, "plan")
  .addEdge("plan", "price");

/** Prices three tickets; errs at first, is rolled back and recovers. */
export const graph = withRollback(builder.compile(), {
  verify: ({ output }) => ({
    ok: output?.messages.at(-1)?.text === "3 * $14 = $42",
    reason: "3 tickets at $14 do not cost that",
  }),
});
