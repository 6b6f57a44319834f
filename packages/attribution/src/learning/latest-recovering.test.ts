import { expect, it } from "vitest";

import type { EvidenceRows } from "../outcomes/evidence-rows.ts";
import { latestRecovering } from "./latest-recovering.ts";

/** A failed attempt of so many steps, with a start that was accepted or rejected. */
const attempt = (length: number, start: number, isAccepted = true): EvidenceRows => ({
  id: "a",
  rows: Array.from({ length }, () => [1]),
  tried: [{ start, kind: "retry", status: isAccepted ? "accepted" : "rejected" }],
});

it("is the latest start that two retries were accepted from, as a share of the run", () => {
  expect(latestRecovering([attempt(10, 2), attempt(10, 4), attempt(10, 9, false)])).toBe(0.2);
  expect(latestRecovering([attempt(10, 2), attempt(10, 4), attempt(5, 4)])).toBe(0.4);
});

it("is the beginning where fewer were accepted: one may be so by mistake", () => {
  expect(latestRecovering([])).toBe(0);
  expect(latestRecovering([attempt(10, 4)])).toBe(0);
});
