import { describe, expect, it } from "vitest";

import { forecastWords, keepsNothing } from "./forecast-words.ts";

describe("forecastWords", () => {
  it("tells the steps redone, how sure that is, and the failures that keep a step", () => {
    const forecast = { failures: 54, kept: 45, redone: 0.524, standardError: 0.024 };
    expect(keepsNothing(forecast)).toBe(false);
    expect(forecastWords(forecast)).toBe(
      "Of the 54 labelled failures, the first rollback by default would redo 52 % of a restart's steps (48 to 57) and keep at least one step in 45.",
    );
  });

  it("tells no share above all steps, or below none", () => {
    expect(forecastWords({ failures: 3, kept: 1, redone: 0.9, standardError: 0.1 })).toContain("(70 to 100)");
    expect(forecastWords({ failures: 3, kept: 3, redone: 0.1, standardError: 0.1 })).toContain("(0 to 30)");
  });

  it("says that it will only restart", () => {
    const forecast = { failures: 3, kept: 0, redone: 1, standardError: 0 };
    expect(keepsNothing(forecast)).toBe(true);
    expect(forecastWords(forecast)).toBe(
      "It will only restart: in none of the 3 labelled failures would the first rollback keep a step.",
    );
  });
});
