import { BaseMessage } from "@langchain/core/messages";
import { Command, Send } from "@langchain/langgraph";

/**
 * @internal A value as a tool gave it, from what a checkpointer gives back: LangGraph's serialiser leaves of a Command and a Send their fields alone.
 */
export function revived(value: unknown): unknown {
  if (typeof value !== "object" || value === null || BaseMessage.isInstance(value)) return value;
  if (Array.isArray(value)) return value.map(revived);
  if (!isPlain(value)) return value;
  const fields = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, revived(each)]));
  return fields["lg_name"] === "Command" ? revivedCommand(fields) : fields;
}

/** @internal Whether an object has fields and nothing else. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function revivedCommand({ goto, ...fields }: Readonly<Record<string, unknown>>): Command {
  const targets: readonly unknown[] = Array.isArray(goto) ? goto : [];
  return Object.assign(new Command({}), fields, { goto: targets.map(revivedTarget) });
}

/** A target of a Command: the name of a node, or a Send. */
function revivedTarget(target: unknown): unknown {
  if (typeof target !== "object" || target === null || target instanceof Send) return target;
  return new Send(String(Reflect.get(target, "node")), Reflect.get(target, "args"));
}
