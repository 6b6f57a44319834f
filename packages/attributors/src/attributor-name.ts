export { type GivenSetting, METHOD_SETTINGS } from "./method-settings.ts";

/** Names of all methods that ask language models, in the order of tables. The one list of them. */
export const ATTRIBUTOR_NAMES = [
  "joint",
  "all-at-once",
  "step-by-step",
  "binary-search",
  "hybrid",
  "naive-judge",
  "role-prompted",
  "fine-tuned",
  "tool-caller",
  "echo",
  "raffles",
  "raffles-reasoning",
  "chief",
] as const;

/** Name of a method that asks language models. */
export type AttributorName = (typeof ATTRIBUTOR_NAMES)[number];
