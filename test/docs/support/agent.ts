import { HumanMessage } from "@langchain/core/messages";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";

/** Stand for the reader's own agent in the docs: it errs at first and does better once a note tells it to. */
export const workflow = new StateGraph(MessagesAnnotation)
  .addNode("plan", () => ({ messages: [new HumanMessage("Multiply the price by the number of tickets.")] }))
  .addNode("solve", ({ messages }) => {
    const told = messages.filter((message) => message.getType() !== "ai").length > 2;
    return { messages: [new HumanMessage(told ? "3 * 14 = 42" : "3 * 14 = 45")] };
  })
  .addEdge(START, "plan")
  .addEdge("plan", "solve")
  .addEdge("solve", END);

export const agent = workflow.compile();
