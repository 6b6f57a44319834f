import type { Files } from "./files.ts";

/** A small project with a bug: its tests want ten per cent off from 100 euros on, and `discounted` begins above them. */
export const SHOP: Files = {
  "package.json": `{
  "name": "shop",
  "private": true,
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
  "src/discount.js": `/** Ten per cent off for large purchases. */
export function discounted(euros) {
  return euros > 100 ? euros * 0.9 : euros;
}
`,
  "src/receipt.js": `import { discounted } from "./discount.js";

/** The last line of a receipt. */
export function totalLine(prices) {
  const sum = prices.reduce((total, price) => total + price, 0);
  return "Total: " + discounted(sum).toFixed(2) + " euros";
}
`,
  "test/receipt.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { totalLine } from "../src/receipt.js";

test("a purchase below 100 euros costs its sum", () => {
  assert.equal(totalLine([40, 59]), "Total: 99.00 euros");
});

test("a purchase of 100 euros gets 10 % off", () => {
  assert.equal(totalLine([60, 40]), "Total: 90.00 euros");
});

test("a larger purchase gets 10 % off", () => {
  assert.equal(totalLine([150, 50]), "Total: 180.00 euros");
});
`,
};

/** The task that the agent is given. */
export const TASK = "A test of this project fails. Mend the project, and leave its tests as they are.";
