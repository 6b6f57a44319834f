import { redactValue, type Redact } from "@langgraph-rollback/attribution";

/** Treatment of what people, models and tools said. */
export interface Said {
  /** Whether it is written at all. */
  readonly isWanted: boolean;
  /** A text without what must not leave. */
  readonly text: (value: string) => string;
  /** A value without it, as JSON. */
  readonly json: (value: unknown) => string;
}

/** @param redact takes out what must not leave. Default: nothing is */
export const saidWith = (isWanted: boolean, redact: Redact | undefined): Said => ({
  isWanted,
  text: (value) => (redact === undefined ? value : redactValue(value, redact)),
  json: (value) => JSON.stringify(redact === undefined ? value : redactValue(value, redact)),
});
