export { addUsage } from "./asking/question/usage.ts";
export { trajectoryTokens } from "./asking/text/trajectory-tokens.ts";
export { roundSteps } from "./methods/raffles/round-steps.ts";
export { ATTRIBUTORS } from "./attributors.ts";
