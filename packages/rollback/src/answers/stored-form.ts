import { BaseMessage } from "@langchain/core/messages";
import { Command, isCommand, Send } from "@langchain/langgraph";

/** @internal A value as it is to be stored: LangGraph's serialiser leaves out to which graph a Command goes. */
export function storable(value: unknown): unknown {
  return mapped(value, (command) => {
    const { update, resume, goto, graph } = command;
    return { lg_name: "Command", update, resume, goto, graph };
  });
}

/** @internal A value as a tool gave it, from what a checkpointer gives back: fields alone are left of a Command and a Send. */
export function revived(value: unknown): unknown {
  return mapped(value, (fields) => revivedCommand(fields));
}

/** A value with its Commands, or what is left of them, replaced. Messages have none. */
function mapped(
  value: unknown,
  replace: (command: Fields) => unknown,
  known = new Map<object, unknown>(),
): unknown {
  if (typeof value !== "object" || value === null || BaseMessage.isInstance(value)) return value;
  if (known.has(value)) return known.get(value);
  // A value that holds itself ends here. It cannot be stored.
  known.set(value, value);
  const inside = (each: unknown): unknown => mapped(each, replace, known);
  const result = Array.isArray(value) ? value.map(inside) : mappedObject(value, replace, inside);
  known.set(value, result);
  return result;
}

function mappedObject(
  value: object,
  replace: (command: Fields) => unknown,
  inside: (each: unknown) => unknown,
): unknown {
  if (!isPlain(value) && !isCommand(value)) return value;
  const fields: Fields = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, inside(each)]),
  );
  return fields["lg_name"] === "Command" ? replace(fields) : fields;
}

type Fields = Readonly<Record<string, unknown>>;

/** @internal Whether an object has fields and nothing else. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function revivedCommand({ goto, ...fields }: Fields): unknown {
  const targets: readonly unknown[] = Array.isArray(goto) ? goto : [];
  return commandOf({ ...fields, goto: targets.map(revivedTarget) });
}

/** @internal A Command with these fields. One whose fields are altered afterwards remembers the old ones. */
export function commandOf({ update, resume, goto, graph }: Fields): unknown {
  const fields = Object.entries({ update, resume, goto, graph }).filter(([, value]) => value !== undefined);
  const command: unknown = Reflect.construct(Command, [Object.fromEntries(fields)]);
  return command;
}

/** A target of a Command: the name of a node, or a Send. */
function revivedTarget(target: unknown): unknown {
  if (typeof target !== "object" || target === null || target instanceof Send) return target;
  return new Send(String(Reflect.get(target, "node")), Reflect.get(target, "args"));
}
