import { MemorySaver } from "@langchain/langgraph-checkpoint";

import { revived, storable } from "../answers/stored-form.ts";
import { describeError } from "../errors/describe-error.ts";
import { RecordingFormatError } from "../errors/recording-format-error.ts";

/** The serialiser of LangGraph's checkpointers, which gives messages back as messages. */
const { serde } = new MemorySaver();

/** @internal A value as JSON holds it. `undefined` is marked, so that it is given back as such. */
export async function writtenValue(value: unknown): Promise<unknown> {
  const [, bytes] = await serde.dumpsTyped({ value: storable(value) });
  const { value: written }: { readonly value: unknown } = JSON.parse(new TextDecoder().decode(bytes));
  return written;
}

/** @internal @throws {RecordingFormatError} if it holds a message that LangChain does not know */
export async function readValue(written: unknown): Promise<unknown> {
  try {
    const read: unknown = await serde.loadsTyped("json", JSON.stringify({ value: written }));
    return revived(Reflect.get(Object(read), "value"));
  } catch (cause) {
    throw new RecordingFormatError(`a value in it cannot be read: ${describeError(cause).message}`, {
      cause,
    });
  }
}
