import { useRef } from "react";

import { useKeys } from "../parts/use-keys.ts";
import { typedStep } from "./typed-step.ts";

const DIGITS = Array.from({ length: 10 }, (_, digit) => `${digit}`);

/**
 * Digits go to the step of that number, as `typedStep` says.
 *
 * @param step the step under the cursor, 0-based
 */
export function useTypedStep(step: number, count: number, moveTo: (step: number) => void): void {
  const typed = useRef("");
  const type = (digit: string) => () => {
    // The cursor has left the step that they named.
    const before = Number(typed.current) === step + 1 ? typed.current : "";
    typed.current = typedStep(before, digit, count) ?? "";
    if (typed.current !== "") moveTo(Number(typed.current) - 1);
  };
  useKeys(Object.fromEntries(DIGITS.map((digit) => [digit, type(digit)])));
}
