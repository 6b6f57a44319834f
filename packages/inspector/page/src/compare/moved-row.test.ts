import { describe, expect, it } from "vitest";

import { movedRow } from "./moved-row.ts";

const statuses = ["kept", "kept", "same", "differs"] as const;

describe("movedRow", () => {
  it("enters the list at the first row shown, whichever row was left behind in the fold", () => {
    expect(movedRow(statuses, undefined, "down", 2)).toBe(2);
    expect(movedRow(statuses, 0, "down", 2)).toBe(2);
  });

  it("goes row by row and stops at both ends", () => {
    expect(movedRow(statuses, 2, "down", 2)).toBe(3);
    expect(movedRow(statuses, 3, "down", 2)).toBeUndefined();
    expect(movedRow(statuses, 2, "up", 2)).toBeUndefined();
    expect(movedRow(statuses, 2, "up", 0)).toBe(1);
    expect(movedRow(statuses, undefined, "up", 0)).toBeUndefined();
  });

  it("goes from difference to difference", () => {
    expect(movedRow(statuses, undefined, "next-difference", 2)).toBe(3);
    expect(movedRow(statuses, undefined, "previous-difference", 2)).toBe(3);
    expect(movedRow(statuses, 3, "next-difference", 2)).toBeUndefined();
  });
});
