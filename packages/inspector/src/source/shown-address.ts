/** A file's path as it is; a database's address as people may see it, without password and parameters. */
export function shownAddress(where: string): string {
  const scheme = /^[a-z][a-z\d+.-]+:\/\//i.exec(where)?.[0];
  if (scheme === undefined) return where;
  try {
    const { username, host, pathname, search, hash } = new URL(where);
    // A password with a "/", "?" or "#" in it ends the host too early, and its rest stands behind.
    if (`${pathname}${search}${hash}`.includes("@")) return `${scheme}…`;
    return `${scheme}${username === "" ? "" : `${username}@`}${host}${pathname}`;
  } catch {
    // What cannot be taken apart may hold a password anywhere.
    return `${scheme}…`;
  }
}
