import { ToolMessage, type ToolCall } from "@langchain/core/messages";
import { isGraphBubbleUp } from "@langchain/langgraph";
import { MiddlewareError, ToolInvocationError } from "langchain";

/**
 * @internal A tool's exception as the tool's answer, in the words of LangChain's own default, which is off as soon as a
 * middleware wraps tool calls. Interrupts, aborts and the errors of other middlewares are thrown on, as are wrong
 * arguments, which LangChain still answers itself.
 */
export function answerToolError(
  call: ToolCall,
  error: unknown,
  signal: AbortSignal | undefined,
): ToolMessage {
  const isForeign = MiddlewareError.isInstance(error) || ToolInvocationError.isInstance(error);
  if (isGraphBubbleUp(error) || isForeign || signal?.aborted === true) throw error;
  return new ToolMessage({
    content: `${String(error)}\n Please fix your mistakes.`,
    tool_call_id: call.id ?? "",
    name: call.name,
    status: "error",
  });
}
