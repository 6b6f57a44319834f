import type { RunnableConfig } from "@langchain/core/runnables";
import { INTERRUPT } from "@langchain/langgraph";

import { plain } from "./plain.ts";
import type { MatrixGraph } from "./shape.ts";
import { withoutIds } from "./steps-of.ts";

/** How LangGraph streams several modes with subgraphs. */
type Chunk = readonly [namespace: readonly string[], mode: string, payload: unknown];

const isChunk = (value: unknown): value is Chunk => Array.isArray(value) && value.length === 3;

const modes = { streamMode: ["values", "updates", "messages", "custom"], subgraphs: true };

/** A graph that is streamed wherever it is invoked. */
export function streamingInvoke(graph: MatrixGraph, chunks: unknown[]): MatrixGraph {
  const invoke = async (input: unknown, config?: RunnableConfig): Promise<unknown> => {
    const given: Chunk[] = [];
    try {
      for await (const chunk of await graph.stream(input, { ...config, ...modes })) {
        if (!isChunk(chunk)) throw new TypeError("The stream gave something else than a chunk of a mode.");
        given.push(chunk);
      }
    } finally {
      // At the end: `createAgent` gives a message its name when it has been streamed already.
      chunks.push(...byNamespace(given).map(plainChunk));
    }
    return outputOf(given);
  };
  return Object.assign(Object.create(graph), { invoke });
}

/** Output that `invoke` makes of the same chunks. */
function outputOf(chunks: readonly Chunk[]): unknown {
  const outermost = chunks.filter(([namespace]) => namespace.length === 0);
  const values: unknown = outermost.findLast(([, mode]) => mode === "values")?.[2];
  const asked = outermost.find(([, mode, payload]) => mode === "updates" && INTERRUPT in Object(payload));
  return asked === undefined ? values : { ...Object(values), ...Object(asked[2]) };
}

/** Subgraphs that run side by side stream as they come. */
const byNamespace = (chunks: readonly Chunk[]): readonly Chunk[] =>
  chunks.toSorted(([a], [b]) => {
    const [one, other] = [withoutIds(a.join("|")), withoutIds(b.join("|"))];
    return one < other ? -1 : one > other ? 1 : 0;
  });

/** A token comes with metadata, which hold ids. */
const plainChunk = ([namespace, mode, payload]: Chunk): unknown => [
  withoutIds(namespace.join("|")),
  mode,
  mode === "messages" && Array.isArray(payload) ? plain(payload[0]) : plain(payload),
];
