import type { ToolCall } from "@langgraph-rollback/attribution/trajectory";
import { toolArguments } from "../tool-arguments.ts";

/** A call with its arguments as JSON, whether they stand in a text or not. */
export function toolCall(name: string, args: unknown, id: unknown): ToolCall {
  return { name, args: toolArguments(args), ...(typeof id === "string" ? { id } : {}) };
}

/** Names of tools by the ids of their calls. Of several calls with one id the latest counts. */
export class CalledTools {
  readonly #names = new Map<string, string>();

  add(calls: readonly ToolCall[]): void {
    for (const { id, name } of calls) if (id !== undefined) this.#names.set(id, name);
  }

  nameOf(id: unknown): string | undefined {
    return typeof id === "string" ? this.#names.get(id) : undefined;
  }
}
