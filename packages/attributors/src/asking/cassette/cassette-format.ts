import { readFileSync } from "node:fs";

import { z } from "zod";

import { CassetteFormatError } from "../../errors/cassette-format-error.ts";

/** @internal Version of the files that are written and read. */
export const CASSETTE_FORMAT = "langgraph-rollback/cassette/1";

/** Header of a cassette. */
export interface CassetteHeader {
  readonly model: {
    /** As LangChain calls it: "openai". */
    readonly provider: string;
    /** "gpt-4o-mini". */
    readonly name: string;
    /** Name of the class of chat models: "ChatOpenAI". */
    readonly kind: string;
    /** Of temperature and log-probabilities, those that the model can be made with. */
    readonly settings: readonly string[];
  };
  /** Why the answers are no real model's; absent if they are. */
  readonly simulated?: string | undefined;
}

/** @internal A message as it was sent. */
export interface RecordedMessage {
  readonly role: string;
  readonly content: unknown;
}

/** @internal A call, apart from keys and addresses, which a cassette never holds. */
export interface RecordedRequest {
  readonly messages: readonly RecordedMessage[];
  /** How the shape of the answer was requested, and the names of its fields. */
  readonly shape: { readonly way: string; readonly fields: readonly string[] };
  readonly settings: Readonly<Record<string, unknown>>;
}

/** @internal A model's answer. */
export interface RecordedAnswer {
  readonly content: string | ({ type: string } & Record<string, unknown>)[];
  readonly toolCalls: readonly {
    readonly id?: string | undefined;
    readonly name: string;
    readonly args: Record<string, unknown>;
  }[];
  /** Calls whose arguments are no JSON. */
  readonly brokenCalls: readonly {
    readonly id?: string | undefined;
    readonly name?: string | undefined;
    readonly args?: string | undefined;
    readonly error?: string | undefined;
  }[];
  readonly refusal?: string | undefined;
  /** How the answer ended, and the probabilities of its tokens. */
  readonly metadata: Record<string, unknown>;
  /** LangChain's `usage_metadata`. */
  readonly usage?: Readonly<Record<string, unknown>> | undefined;
}

/** @internal One call and what came of it: an answer, or a refusal that will stay one. */
export interface CassetteEntry {
  readonly key: string;
  readonly request: RecordedRequest;
  readonly answer?: RecordedAnswer | undefined;
  readonly failure?: { readonly status: number; readonly message: string } | undefined;
  /** Milliseconds that the real call took. */
  readonly latency: number;
}

const anything = z.record(z.string(), z.unknown());
const text = z.string().optional();

const answer: z.ZodType<RecordedAnswer> = z.object({
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]),
  toolCalls: z.array(z.object({ id: text, name: z.string(), args: anything })),
  brokenCalls: z.array(z.object({ id: text, name: text, args: text, error: text })),
  refusal: text,
  metadata: anything,
  usage: anything.optional(),
});

const entry: z.ZodType<CassetteEntry> = z.object({
  key: z.string(),
  request: z.object({
    messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
    shape: z.object({ way: z.string(), fields: z.array(z.string()) }),
    settings: anything,
  }),
  answer: answer.optional(),
  failure: z.object({ status: z.number(), message: z.string() }).optional(),
  latency: z.number(),
});

const header: z.ZodType<CassetteHeader> = z.object({
  format: z.literal(CASSETTE_FORMAT),
  model: z.object({
    provider: z.string(),
    name: z.string(),
    kind: z.string(),
    settings: z.array(z.string()),
  }),
  simulated: text,
});

/** @internal */
export interface Cassette {
  readonly file: string;
  readonly header: CassetteHeader;
  readonly entries: readonly CassetteEntry[];
}

/**
 * @internal
 * @throws {CassetteFormatError} if the file is none, or damaged
 * @throws what `node:fs` throws if it cannot be read
 */
export function readCassette(file: string): Cassette {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const read = <T>(schema: z.ZodType<T>, line: number): T => {
    try {
      return schema.parse(JSON.parse(lines[line] ?? ""));
    } catch (cause) {
      throw new CassetteFormatError(file, line + 1, cause);
    }
  };
  const { model, simulated } = read(header, 0);
  return {
    file,
    header: simulated === undefined ? { model } : { model, simulated },
    entries: lines.slice(1).map((_, index) => read(entry, index + 1)),
  };
}

/**
 * Reads a cassette's header: which model it holds, and whether that is a simulated one.
 *
 * @throws {CassetteFormatError} if the file is none, or damaged
 */
export function cassetteHeader(file: string): CassetteHeader {
  return readCassette(file).header;
}
