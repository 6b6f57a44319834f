import { networkInterfaces } from "node:os";

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** Addresses that mean "all of this machine's". */
const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::", ""]);

/**
 * The addresses under which the server may be reached, so that a foreign name that somebody has pointed at this machine, or
 * a page from elsewhere, is none of them.
 *
 * @param host address or name that the server was told to bind to
 * @param port the one that it has bound
 * @param further origins that the caller adds
 */
export function allowedOrigins(host: string, port: number, further: readonly string[]): ReadonlySet<string> {
  const own = isWildcard(host) ? [...LOOPBACK, ...ownAddresses()] : isLoopback(host) ? LOOPBACK : [host];
  return new Set([...own.map((name) => new URL(`http://${authority(name)}:${port}`).origin), ...further]);
}

/**
 * An address as browsers write its origin.
 * @throws {RangeError} if it is none of HTTP
 */
export function checkOrigin(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url.origin;
  throw new RangeError(
    `Expected \`origins\` to be such as "https://inspector.example", got ${JSON.stringify(given)}.`,
  );
}

/** Whether it stands for all addresses of this machine. */
export function isWildcard(host: string): boolean {
  return WILDCARDS.has(host);
}

/** A name or address as a URL holds it: IPv6 in brackets. */
export function authority(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
}
