import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { Annotation, MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

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

const inList: NoteForm = (text) => [new HumanMessage(text)];
const question = () => [new HumanMessage("How many eggs?")];

describe("the form in which a list of messages keeps a note", () => {
  it("is none if the note would take the place of all messages, as without a reducer", () => {
    const { messages } = ofPlainList.channels;
    expect(formThatIsKept(messages, question(), [inList])).toBeUndefined();
  });

  it("is a list where a reducer adds it, and where that keeps the newest messages only", () => {
    for (const { channels } of [ofMessages, ofWindow])
      expect(formThatIsKept(channels.messages, question(), [inList])).toBe(inList);
  });

  it("is a list where there is no message yet", () => {
    expect(formThatIsKept(ofPlainList.channels.messages, [], [inList])).toBe(inList);
    expect(formThatIsKept(ofMessages.channels.messages, [], [inList])).toBe(inList);
  });
});
