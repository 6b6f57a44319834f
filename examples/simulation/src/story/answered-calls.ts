import { isAIMessage, isToolMessage, type BaseMessage } from "@langchain/core/messages";

/** A call of a tool that was answered without an error. */
export interface AnsweredCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly answer: string;
}

/** The calls of a conversation that were answered, in their order. */
export function answeredCalls(messages: readonly BaseMessage[]): readonly AnsweredCall[] {
  const answers = messages.filter(isToolMessage);
  return messages.filter(isAIMessage).flatMap((message) =>
    (message.tool_calls ?? []).flatMap(({ id, name, args }) => {
      const answer = answers.find(({ tool_call_id: to, status }) => to === id && status !== "error");
      return answer === undefined ? [] : [{ name, args, answer: answer.text }];
    }),
  );
}
