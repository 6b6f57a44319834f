import { type Answer, askedTogether, isQuestion } from "./asked-together.ts";
import { DriverMissingError } from "./driver-missing-error.ts";
import { NoCheckpointsError } from "./no-checkpoints-error.ts";
import { shownAddress } from "../shared/words/shown-address.ts";
import { SourceUnreadableError } from "./source-unreadable-error.ts";
import type { OpenedCheckpointer } from "./opened-checkpointer.ts";

const DRIVER = "@langchain/langgraph-checkpoint-postgres";
/** Postgres' code for a table that is not there. */
const UNDEFINED_TABLE = "42P01";

/** Options of a Postgres database beside its address. */
export interface PostgresOptions {
  /** The schema that holds the checkpointer's tables. Default "public". */
  readonly schema?: string | undefined;
  /** Milliseconds that the server has to answer. Default 10,000. */
  readonly timeout?: number | undefined;
}

/** Opens the checkpointer of a Postgres database, over one connection; sets nothing up there. */
export async function openPostgres(
  address: string,
  { schema = "public", timeout = 10_000 }: PostgresOptions,
): Promise<OpenedCheckpointer> {
  const { PostgresSaver } = await loadDriver();
  const pool = openPool(PostgresSaver, {
    connectionString: address,
    max: 1,
    connectionTimeoutMillis: timeout,
  });
  // A server that goes away breaks idle connections, which nobody awaits; the next question opens a new one.
  pool.on("error", () => {});
  const saver = saverOf(PostgresSaver, askingTogether(pool), schema);
  try {
    await saver.getTuple({ configurable: { thread_id: "none" } });
  } catch (error) {
    await pool.end();
    throw explained(error, { address, schema });
  }
  return { saver, name: shownAddress(address), close: () => pool.end() };
}

async function loadDriver() {
  try {
    return await import("@langchain/langgraph-checkpoint-postgres");
  } catch (error) {
    throw new DriverMissingError(DRIVER, error);
  }
}

type Driver = Awaited<ReturnType<typeof loadDriver>>["PostgresSaver"];
type Pool = ConstructorParameters<Driver>[0];

/** Node-postgres is a dependency of the driver's, not ours, so its class is taken from there. */
function openPool(saver: Driver, settings: object): Pool {
  const unused: object = Reflect.get(saver.fromConnString("postgresql://"), "pool");
  const pool: Pool = Reflect.construct(unused.constructor, [settings]);
  return pool;
}

/** The same pool, whose questions about several threads are asked together. */
function askingTogether(pool: Pool): Pool {
  const ask: (...given: readonly unknown[]) => Promise<Answer> = Reflect.get(pool, "query").bind(pool);
  const together = askedTogether(ask);
  const query = (...given: readonly unknown[]): Promise<Answer> => {
    const [question] = given;
    return isQuestion(question) ? together(question) : ask(...given);
  };
  const asking: Pool = Object.create(pool, { query: { value: query } });
  return asking;
}

/** Whether the pool's type is known depends on what else is installed, so it is not asked for. */
function saverOf(driver: Driver, pool: Pool, schema: string): InstanceType<Driver> {
  const saver: InstanceType<Driver> = Reflect.construct(driver, [pool, undefined, { schema }]);
  return saver;
}

/** The error without the address, which holds a password. */
function explained(
  error: unknown,
  { address, schema }: { readonly address: string; readonly schema: string },
): Error {
  const where = shownAddress(address);
  if (codeOf(error) === UNDEFINED_TABLE) return new NoCheckpointsError(where, `the \`schema\` ("${schema}")`);
  const reason = passwordsOf(address).reduce(
    (text, secret) => text.replaceAll(secret, "***"),
    reasonOf(error),
  );
  return new SourceUnreadableError(
    where,
    reason,
    "Check the address, and that the server is up and lets you in.",
  );
}

const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined;

/** As written in the address, and as sent. */
function passwordsOf(address: string): readonly string[] {
  const written = /^[^:]+:\/\/[^:@/]*:([^@/]+)@/.exec(address)?.[1];
  if (written === undefined) return [];
  try {
    return [written, decodeURIComponent(written)];
  } catch {
    return [written];
  }
}

/** Where a name stands for several addresses, each has its own reason. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
