import {
  decidedAttributes,
  effectAttributes,
  outputMessages,
  problemAttributes,
  rewindAttributes,
  stepAttributes,
  suspicionAttributes,
  suspicionOf,
  tokenAttributes,
  verdictAttributes,
} from "./span-attributes.ts";

/** Attributes for tools that write such spans from recorded runs. */
export const telemetryAttributes: {
  readonly decidedAttributes: typeof decidedAttributes;
  readonly effectAttributes: typeof effectAttributes;
  readonly outputMessages: typeof outputMessages;
  readonly problemAttributes: typeof problemAttributes;
  readonly rewindAttributes: typeof rewindAttributes;
  readonly stepAttributes: typeof stepAttributes;
  readonly suspicionAttributes: typeof suspicionAttributes;
  readonly suspicionOf: typeof suspicionOf;
  readonly tokenAttributes: typeof tokenAttributes;
  readonly verdictAttributes: typeof verdictAttributes;
} = {
  decidedAttributes,
  effectAttributes,
  outputMessages,
  problemAttributes,
  rewindAttributes,
  stepAttributes,
  suspicionAttributes,
  suspicionOf,
  tokenAttributes,
  verdictAttributes,
};
