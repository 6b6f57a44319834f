import { Option } from "commander";

/** Options of a database beside its address. */
export interface WhereOptions {
  readonly schema?: string | undefined;
}

/** Of every command that opens databases. */
export function schemaOption(): Option {
  return new Option("--schema <name>", "of the tables in Postgres (default: public)");
}
