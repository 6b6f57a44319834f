import { AIMessage, HumanMessage, isToolMessage } from "@langchain/core/messages";
import { createMiddleware, fakeModel, tool } from "langchain";
import { z } from "zod";

/** Stands for the reader's own model in the docs: multiplies wrongly at first, and rightly once a note tells it to. */
export const model = Array.from({ length: 40 }).reduce<ReturnType<typeof fakeModel>>(
  (fake) =>
    fake.respond((messages) => {
      const last = messages.at(-1);
      if (last !== undefined && isToolMessage(last)) return new AIMessage(last.text);
      const told = messages.some(
        (message) => HumanMessage.isInstance(message) && message.name === "rollback",
      );
      const call = { id: `call-${messages.length}`, name: "multiply", args: { x: 3, y: told ? 14 : 15 } };
      return new AIMessage({ content: "", tool_calls: [call] });
    }),
  fakeModel(),
);

const multiply = tool(({ x, y }) => String(x * y), {
  name: "multiply",
  description: "multiplies",
  schema: z.object({ x: z.number(), y: z.number() }),
});

export const tools = [multiply];

export const otherMiddleware = createMiddleware({ name: "Other" });
