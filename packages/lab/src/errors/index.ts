export { BudgetReachedError } from "./budget-reached-error.ts";
export { EvaluationError } from "./evaluation-error.ts";
export { ModelPriceError } from "./model-price-error.ts";
export { TooFewFailuresError } from "./too-few-failures-error.ts";
export { UsageError } from "./usage-error.ts";
