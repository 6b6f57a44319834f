import { networkInterfaces } from "node:os";

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** Addresses that mean "all of this machine's". */
const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::", ""]);

/**
 * What a request's Host may say, so that a foreign name that somebody has pointed at this machine is none of it.
 *
 * @param host address or name that the server was told to bind to
 * @param port the one that it has bound
 * @param names further names under which the caller wants it to be reached
 */
export function allowedHosts(host: string, port: number, names: readonly string[]): ReadonlySet<string> {
  const own = isWildcard(host) ? [...LOOPBACK, ...ownAddresses()] : isLoopback(host) ? LOOPBACK : [host];
  const all = [...own, ...names].map((name) => authority(name).toLowerCase());
  return new Set(all.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])));
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
