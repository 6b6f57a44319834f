import { z } from "zod";

import type { Database, Sql } from "./database.ts";
import { once } from "./once.ts";
import { RefusedError } from "./refused-error.ts";

export type Account = "traveller" | "suppliers" | "insurer";

interface Transfer {
  readonly key: string;
  readonly from: Account;
  readonly to: Account;
  readonly amount: number;
  readonly reason: string;
}

/** Moves money: a row for each side, and both balances. */
export async function transfer(sql: Sql, { key, from, to, amount, reason }: Transfer): Promise<void> {
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw new RefusedError(`Expected a whole number of euros, at least 1, got ${amount}.`);
  const sides: readonly (readonly [Account, number])[] = [
    [from, -amount],
    [to, amount],
  ];
  // In one order of accounts, so that two transfers never wait for each other.
  for (const [account, change] of sides.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const paid = await sql(
      "UPDATE accounts SET balance = balance + $1 WHERE account = $2 AND balance + $1 >= 0 RETURNING balance",
      [change, account],
    );
    if (paid.length === 0)
      throw new RefusedError(`The account "${account}" holds less than ${amount} euros.`);
    await sql("INSERT INTO ledger (effect_key, account, amount, reason) VALUES ($1, $2, $3, $4)", [
      key,
      account,
      change,
      reason,
    ]);
  }
}

/** The traveller pays for what was booked. */
export function pay(database: Database, key: string, { amount }: { readonly amount: number }): Promise<void> {
  return database.transaction((sql) =>
    once(sql, key, "pay", () =>
      transfer(sql, { key, from: "traveller", to: "suppliers", amount, reason: "payment" }),
    ),
  );
}

/** Amount that the traveller paid under a key. */
export async function paidUnder(sql: Sql, key: string): Promise<number> {
  const [row] = await sql(
    "SELECT amount FROM ledger WHERE effect_key = $1 AND account = 'traveller' AND amount < 0",
    [key],
  );
  return -z.object({ amount: z.number() }).parse(row).amount;
}
