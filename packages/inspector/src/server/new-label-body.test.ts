import { expect, it } from "vitest";

import { newLabelBody } from "./new-label-body.ts";

const naming = (count: number) => ({
  thread: "t",
  run: "",
  attempt: 1,
  steps: 5000,
  verdict: { kind: "decisive", step: 0, further: Array.from({ length: count }, (_, at) => at + 1) },
});

it("takes up to 1000 further decisive steps of a long attempt", () => {
  expect(newLabelBody.safeParse(naming(1000)).success).toBe(true);
  expect(newLabelBody.safeParse(naming(1001)).success).toBe(false);
});
