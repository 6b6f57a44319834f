/**
 * The step that typed digits name: "1" and "2" one after the other are step 12, if there is one, and else step 2.
 *
 * @param before digits that were typed just before, for the step under the cursor; "" if none were
 * @param count  number of steps
 * @returns the digits that name it; `undefined` if there is no such step
 */
export function typedStep(before: string, digit: string, count: number): string | undefined {
  return [before + digit, digit].find((digits) => Number(digits) >= 1 && Number(digits) <= count);
}
