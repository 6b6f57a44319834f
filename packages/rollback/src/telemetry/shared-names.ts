import { EVALUATIONS, EVENT_NAMES, LINKS, OPERATIONS, SCOPE, SPAN_NAMES } from "./names.ts";

/** Names for tools that write such spans from recorded runs. */
export const telemetryNames: {
  readonly EVALUATIONS: typeof EVALUATIONS;
  readonly EVENT_NAMES: typeof EVENT_NAMES;
  readonly LINKS: typeof LINKS;
  readonly OPERATIONS: typeof OPERATIONS;
  readonly SCOPE: typeof SCOPE;
  readonly SPAN_NAMES: typeof SPAN_NAMES;
} = { EVALUATIONS, EVENT_NAMES, LINKS, OPERATIONS, SCOPE, SPAN_NAMES };
