export { EvaluationError } from "./evaluation-error.ts";
