export { addUsage } from "./asking/question/usage.ts";
export { trajectoryTokens } from "./asking/text/trajectory-tokens.ts";
export { ATTRIBUTOR_NAMES, ATTRIBUTORS } from "./attributors.ts";
export type { AttributorName } from "./attributors.ts";
