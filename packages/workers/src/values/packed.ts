import { MemorySaver } from "@langchain/langgraph-checkpoint";

// The serialiser that a checkpointer has by default. Older versions do not export it by itself.
const { serde } = new MemorySaver();

/**
 * @internal A value as text, by LangGraph's own serialiser: messages, maps and sets come back as what they were. A date comes back as text.
 * @throws what the serialiser throws
 */
export async function pack(value: unknown): Promise<string> {
  // It gives nothing for `undefined`.
  if (value === undefined) return "none:";
  const [type, bytes] = await serde.dumpsTyped(value);
  return type === "json"
    ? `json:${Buffer.from(bytes).toString("utf8")}`
    : `${type}:${Buffer.from(bytes).toString("base64")}`;
}

/** @internal The value that {@link pack} was given. */
export async function unpack(text: string): Promise<unknown> {
  const colon = text.indexOf(":");
  const type = text.slice(0, colon);
  const rest = text.slice(colon + 1);
  if (type === "none") return undefined;
  return serde.loadsTyped(type, type === "json" ? rest : Buffer.from(rest, "base64"));
}
