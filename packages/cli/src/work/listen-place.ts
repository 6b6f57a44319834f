import { InvalidArgumentError } from "commander";

/** An address of this machine, and a port. */
export interface ListenPlace {
  /** Absent for all addresses. */
  readonly host?: string;
  readonly port: number;
}

/** Reads "8080", "127.0.0.1:8080" or "[::1]:8080". */
export function parseListenPlace(text: string): ListenPlace {
  const colon = text.lastIndexOf(":");
  const digits = text.slice(colon + 1);
  const port = Number(digits);
  const host = text.slice(0, Math.max(0, colon)).replace(/^\[|\]$/g, "");
  if (!/^\d{1,5}$/.test(digits) || port > 65_535 || (colon >= 0 && host === ""))
    throw new InvalidArgumentError(
      `Expected a port, or an address and a port such as 127.0.0.1:8080, got "${text}".`,
    );
  return host === "" ? { port } : { host, port };
}
