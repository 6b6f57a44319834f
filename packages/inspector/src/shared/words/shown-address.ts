import { quotable } from "./quotable.ts";
import { addressIn } from "./address.ts";

/**
 * Address as people may see it: a database's address without password and parameters, a file's path without
 * anything that a terminal obeys.
 */
export function shownAddress(where: string): string {
  const found = addressIn(where);
  if (found === undefined) return quotable(where);
  const { address } = found;
  const scheme = address.slice(0, address.indexOf("://") + 3);
  const hidden = `${scheme}…`;
  try {
    const { username, host, pathname, search, hash } = new URL(address);
    // A password with a "/", "?" or "#" in it ends the host too early, and its rest stands behind.
    if (`${pathname}${search}${hash}`.includes("@")) return hidden;
    return quotable(`${scheme}${username === "" ? "" : `${username}@`}${host}${pathname}`);
  } catch {
    // An address that cannot be taken apart may hold a password anywhere.
    return hidden;
  }
}
