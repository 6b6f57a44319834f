export { namedVerifier } from "./named-verifier.ts";
export type { NamedVerifier } from "./named-verifier.ts";
