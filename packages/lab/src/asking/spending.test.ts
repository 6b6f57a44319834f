import { setImmediate } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { spending } from "./spending.ts";

describe("a budget of money", () => {
  it("reserves the most that a call can cost, and refuses a call that could pass what is left", async () => {
    const budget = spending(1, 0.25);
    await budget.reserve(0.5);
    budget.settle(0.5, 0.5);
    await expect(budget.reserve(0.3)).rejects.toMatchObject({ code: "BUDGET_REACHED", spent: 0.75 });
    await budget.reserve(0.25);
    expect(budget.spent()).toBe(0.75);
  });

  it("lets a call wait for those on their way, which can cost less than was reserved", async () => {
    const budget = spending(1, 0);
    // Their sum leaves a rest when they are taken away again.
    for (const most of [0.1, 0.2, 0.3]) await budget.reserve(most);
    const order: string[] = [];
    const waiting = budget.reserve(0.9).then(() => order.push("begun"));
    for (const most of [0.1, 0.2, 0.3]) {
      order.push("settled");
      budget.settle(most, 0.02);
      await setImmediate();
    }
    await waiting;
    expect(order).toEqual(["settled", "settled", "settled", "begun"]);
    const late = budget.reserve(0.2);
    budget.settle(0.9, 0.9);
    await expect(late).rejects.toMatchObject({ code: "BUDGET_REACHED" });
  });
});
