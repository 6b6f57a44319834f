/** Values of a span by the names of their attributes. */
export type Attributes = ReadonlyMap<string, unknown>;

/** An event on a span. */
export interface SpanEvent {
  readonly name: string;
  readonly attributes: Attributes;
}

/** A span as OTLP has it, of a file that nobody vouches for. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: string | undefined;
  readonly name: string;
  /** Nanoseconds since the epoch, where they are known. */
  readonly start: bigint | undefined;
  readonly end: bigint | undefined;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  /** Whether its status is that of an error. */
  readonly isFailed: boolean;
  /** Message of the status. */
  readonly message: string | undefined;
  readonly resource: Attributes;
  /** Name of the instrumentation. */
  readonly scope: string | undefined;
  /** Line of the file. */
  readonly line: number;
}
