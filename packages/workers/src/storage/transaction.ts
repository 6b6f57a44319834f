import type { Db } from "pg-boss";

/** @internal Does several things to the database as one, where it can open transactions; else one after the other. */
export async function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.beginTransaction === undefined) return work(db);
  const transaction = await db.beginTransaction();
  try {
    const result = await work(transaction.db);
    await transaction.commit();
    return result;
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}
