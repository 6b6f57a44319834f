import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { RecordingSaver } from "langgraph-rollback";

/** Says about 400 characters a step, which the state keeps: each checkpoint holds the whole conversation so far. */
const conversation = (steps, checkpointer) =>
  new StateGraph(MessagesAnnotation)
    .addNode("agent", ({ messages }) => ({
      messages: [
        new AIMessage({
          id: `said-${messages.length}`,
          content: `turn ${messages.length}: `.padEnd(400, "lorem ipsum "),
        }),
      ],
    }))
    .addEdge(START, "agent")
    .addConditionalEdges("agent", ({ messages }) => (messages.length > steps ? END : "agent"), ["agent", END])
    .compile({ checkpointer });

/** Records a conversation of so many steps on the thread "long". */
export async function recordConversation(saver, steps) {
  const config = { configurable: { thread_id: "long" }, recursionLimit: steps + 10, durability: "sync" };
  const question = new HumanMessage({ id: "question", content: "Tell me everything." });
  await conversation(steps, new RecordingSaver(saver)).invoke({ messages: [question] }, config);
}
