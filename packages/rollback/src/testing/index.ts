export { testCheckpointer } from "./test-checkpointer.ts";
export type { CheckpointerTestOptions } from "./test-checkpointer.ts";
