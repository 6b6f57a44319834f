/** Something that is not a compiled LangGraph graph was given where one is needed. */
export class UnsupportedGraphError extends Error {
  override readonly name = "UnsupportedGraphError";
  readonly code = "UNSUPPORTED_GRAPH";
  readonly received: unknown;

  constructor(received: unknown) {
    super(
      `Expected a compiled LangGraph graph or an agent with a \`.graph\`, got ${describe(received)}. ` +
        `Call \`.compile()\` on a StateGraph first.`,
    );
    this.received = received;
  }
}

function describe(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return `an instance of ${value.constructor?.name ?? "an unnamed class"}`;
}
