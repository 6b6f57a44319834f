import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { Annotation, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import type { ChannelSpec } from "../langgraph/compiled-graph.ts";
import { formThatIsKept, type NoteForm } from "./note-form.ts";

const ofPlainList = new StateGraph(Annotation.Root({ messages: Annotation<BaseMessage[]> }));
const ofWindow = new StateGraph(
  Annotation.Root({
    messages: Annotation<BaseMessage[], BaseMessage[] | BaseMessage>({
      reducer: (before, more) => [...before, ...(Array.isArray(more) ? more : [more])].slice(-2),
      default: () => [],
    }),
  }),
);
const ofMessages = new StateGraph(MessagesAnnotation);

function messagesOf({ channels }: { readonly channels: Readonly<Record<string, ChannelSpec>> }): ChannelSpec {
  const { messages } = channels;
  if (messages === undefined) throw new Error("The graph has no messages.");
  return messages;
}

const inList: NoteForm = (text) => [new HumanMessage(text)];
const question = () => [new HumanMessage("How many eggs?")];

describe("the form in which a list of messages keeps a note", () => {
  it("is none if the note would take the place of all messages, as without a reducer", () => {
    expect(formThatIsKept(messagesOf(ofPlainList), question(), [inList])).toBeUndefined();
  });

  it("is a list where a reducer adds it, and where that keeps the newest messages only", () => {
    for (const graph of [ofMessages, ofWindow])
      expect(formThatIsKept(messagesOf(graph), question(), [inList])).toBe(inList);
  });

  it("is a list where there is no message yet", () => {
    expect(formThatIsKept(messagesOf(ofPlainList), [], [inList])).toBe(inList);
    expect(formThatIsKept(messagesOf(ofMessages), [], [inList])).toBe(inList);
  });
});
