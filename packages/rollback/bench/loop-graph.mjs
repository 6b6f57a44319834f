import { AIMessage } from "@langchain/core/messages";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";

/** About what an agent says in a step. */
const MESSAGE_LENGTH = 400;

const WORDS = (
  "the a of to and in is it that for on with as at by from or an be this we you they have not are was which but all " +
  "can will one if there when up out so about into than them then some could time these two may first new now people " +
  "account balance refund ticket order customer price total amount date search result page file line error function " +
  "test call tool answer question plan check found wrong right next last sum rate table column value model step"
).split(" ");

/** English enough that a store which compresses text finds something to compress. */
function said(step) {
  let state = step + 1;
  const words = [];
  for (let length = 0; length < MESSAGE_LENGTH; length += words.at(-1).length + 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    words.push(WORDS[(state >>> 16) % WORDS.length]);
  }
  return words.join(" ");
}

/** A loop of so many supersteps, each of which adds one message of about 400 characters to those before it. */
export const loopGraph = (steps) =>
  new StateGraph(MessagesAnnotation)
    .addNode("act", ({ messages }) => ({
      messages: [new AIMessage({ id: `m-${messages.length}`, content: said(messages.length) })],
    }))
    .addEdge(START, "act")
    // The first message is the input.
    .addConditionalEdges("act", ({ messages }) => (messages.length <= steps ? "act" : END), ["act", END]);

export const input = { messages: [{ role: "user", content: "Go on until you are told to stop." }] };

/** Config of a run of `loopGraph(steps)`. */
export const runOf = (thread, steps) => ({
  configurable: { thread_id: thread },
  recursionLimit: steps + 10,
  durability: "sync",
});
