import type { Serialized } from "@langchain/core/load/serializable";

/** @internal Name of a model's or a tool's run as callbacks are told it: its own, else that of the class. */
export const nameOfRun = (callee: Serialized, runName: string | undefined): string =>
  runName ?? callee.name ?? callee.id?.at(-1) ?? "";
