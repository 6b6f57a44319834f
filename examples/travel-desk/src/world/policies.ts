import type { Database } from "./database.ts";
import { paidUnder, transfer } from "./money.ts";
import { once, undoOnce } from "./once.ts";

/** Price of a policy, in euros. */
export const PREMIUM = 25;

export function buyInsurance(
  database: Database,
  key: string,
  { city }: { readonly city: string },
): Promise<void> {
  return database.transaction((sql) =>
    once(sql, key, "buy_insurance", async () => {
      await transfer(sql, { key, from: "traveller", to: "insurer", amount: PREMIUM, reason: "premium" });
      await sql("INSERT INTO policies (effect_key, city, state) VALUES ($1, $2, 'in force')", [key, city]);
    }),
  );
}

/** Ends the policy and pays the premium back. */
export function cancelInsurance(database: Database, key: string): Promise<void> {
  return database.transaction((sql) =>
    undoOnce(sql, key, "buy_insurance", async () => {
      const amount = await paidUnder(sql, key);
      await transfer(sql, { key, from: "insurer", to: "traveller", amount, reason: "premium back" });
      await sql("UPDATE policies SET state = 'cancelled' WHERE effect_key = $1", [key]);
    }),
  );
}
