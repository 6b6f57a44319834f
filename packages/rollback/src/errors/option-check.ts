/** @internal The values that an option takes, in words with an article, and as a test. */
export interface OptionCheck {
  readonly expected: string;
  readonly isRequired?: boolean;
  readonly holds: (value: unknown) => boolean;
  /** The options that it has itself. */
  readonly inner?: OptionChecks;
  /** The type of each entry, whatever its name. */
  readonly each?: Pick<OptionCheck, "expected" | "holds">;
}

/** @internal A check for each option that there is. */
export type OptionChecks = Readonly<Record<string, OptionCheck>>;

/** @internal */
export const A_FUNCTION: OptionCheck = {
  expected: "a function",
  holds: (value) => typeof value === "function",
};
/** @internal */
export const A_NUMBER: OptionCheck = { expected: "a number", holds: (value) => typeof value === "number" };

/** @internal The longest time that a timer of JavaScript can wait, in milliseconds. */
export const LONGEST_WAIT: number = 2 ** 31 - 1;
