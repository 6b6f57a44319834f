import * as attributes from "./span-attributes.ts";

/** Attributes for tools that write such spans from recorded runs. */
export const telemetryAttributes: typeof attributes = attributes;
