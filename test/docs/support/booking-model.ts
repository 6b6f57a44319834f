import { AIMessage, HumanMessage, isToolMessage } from "@langchain/core/messages";
import { fakeModel } from "langchain";

/** Stands for the reader's own model in the docs: books the wrong day at first, and the right one once a note tells it to. */
export const model = Array.from({ length: 40 }).reduce<ReturnType<typeof fakeModel>>(
  (fake) =>
    fake.respond((messages) => {
      const last = messages.at(-1);
      if (last !== undefined && isToolMessage(last)) return new AIMessage(last.text);
      const told = messages.some(
        (message) => HumanMessage.isInstance(message) && message.name === "rollback",
      );
      const call = { id: `call-${messages.length}`, name: "book_flight", args: { day: told ? 12 : 21 } };
      return new AIMessage({ content: "", tool_calls: [call] });
    }),
  fakeModel(),
);
