import type { Database, Sql } from "./database.ts";

/** Money is in whole euros, days are like "2027-03-12". */
const tables = (counter: string): readonly string[] => [
  // Every act has a row here before it has one anywhere else. "undone" also stands for an act that never took place and never may.
  `CREATE TABLE effects (
    effect_key TEXT PRIMARY KEY,
    tool TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('done', 'undone')),
    calls INTEGER NOT NULL DEFAULT 0,
    undo_calls INTEGER NOT NULL DEFAULT 0)`,
  `CREATE TABLE flights (
    flight TEXT PRIMARY KEY, origin TEXT NOT NULL, destination TEXT NOT NULL, day TEXT NOT NULL,
    seats INTEGER NOT NULL, price INTEGER NOT NULL)`,
  `CREATE TABLE tickets (
    ticket ${counter},
    effect_key TEXT NOT NULL UNIQUE REFERENCES effects,
    flight TEXT NOT NULL REFERENCES flights, seat INTEGER NOT NULL, passenger TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('booked', 'cancelled')))`,
  // A seat is sold once.
  `CREATE UNIQUE INDEX sold_seats ON tickets (flight, seat) WHERE state = 'booked'`,
  `CREATE TABLE hotels (hotel TEXT PRIMARY KEY, city TEXT NOT NULL, price INTEGER NOT NULL)`,
  // A hotel has so many rooms a night.
  `CREATE TABLE nights (
    hotel TEXT NOT NULL REFERENCES hotels, night TEXT NOT NULL,
    rooms INTEGER NOT NULL, free INTEGER NOT NULL CHECK (free BETWEEN 0 AND rooms),
    PRIMARY KEY (hotel, night))`,
  `CREATE TABLE stays (
    stay ${counter},
    effect_key TEXT NOT NULL UNIQUE REFERENCES effects,
    hotel TEXT NOT NULL REFERENCES hotels, arrival TEXT NOT NULL, departure TEXT NOT NULL, guest TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('booked', 'cancelled')), CHECK (arrival < departure))`,
  // Nobody owes anything.
  `CREATE TABLE accounts (account TEXT PRIMARY KEY, balance INTEGER NOT NULL CHECK (balance >= 0))`,
  // Rows are added, never changed or deleted: money that was paid back is seen twice.
  `CREATE TABLE ledger (
    entry ${counter},
    effect_key TEXT NOT NULL, account TEXT NOT NULL REFERENCES accounts,
    amount INTEGER NOT NULL CHECK (amount <> 0), reason TEXT NOT NULL,
    UNIQUE (effect_key, account, reason))`,
  `CREATE TABLE policies (
    policy ${counter},
    effect_key TEXT NOT NULL UNIQUE REFERENCES effects, city TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('in force', 'cancelled')))`,
  `CREATE TABLE outbox (
    mail ${counter},
    effect_key TEXT NOT NULL UNIQUE REFERENCES effects,
    recipient TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL)`,
];

/** Makes the tables and fills in what there is to sell. The database has to be empty. */
export function foundWorld(database: Database): Promise<void> {
  return database.transaction(async (sql) => {
    for (const statement of tables(database.counter)) await sql(statement);
    await sellFlights(sql);
    await rentRooms(sql);
    await openAccounts(sql);
  });
}

/** A flight a day, with two seats. */
async function sellFlights(sql: Sql): Promise<void> {
  for (const day of days("2027-03-10", "2027-03-26"))
    await sql("INSERT INTO flights VALUES ($1, 'Vienna', 'Lisbon', $2, 2, 280)", [flightOn(day), day]);
}

/** One hotel, with two rooms. */
async function rentRooms(sql: Sql): Promise<void> {
  await sql("INSERT INTO hotels VALUES ('Alfama', 'Lisbon', 120)");
  for (const night of days("2027-03-10", "2027-03-31"))
    await sql("INSERT INTO nights VALUES ('Alfama', $1, 2, 2)", [night]);
}

/** The traveller can pay for one trip, not for two. */
async function openAccounts(sql: Sql): Promise<void> {
  const balances = { insurer: 0, suppliers: 0, traveller: 1000 };
  for (const [account, balance] of Object.entries(balances)) {
    await sql("INSERT INTO accounts VALUES ($1, $2)", [account, balance]);
    if (balance > 0)
      await sql(
        "INSERT INTO ledger (effect_key, account, amount, reason) VALUES ('opening', $1, $2, 'opening')",
        [account, balance],
      );
  }
}

const flightOn = (day: string): string => `VL${day.slice(5).replace("-", "")}`;

/** All days from the first to the one before the last. */
export function days(first: string, end: string): readonly string[] {
  const DAY = 86_400_000;
  const count = Math.round((Date.parse(end) - Date.parse(first)) / DAY);
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    new Date(Date.parse(first) + index * DAY).toISOString().slice(0, 10),
  );
}
