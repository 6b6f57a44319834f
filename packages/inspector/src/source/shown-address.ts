/** A file's path as it is; a database's address as people may see it, without password and parameters. */
export function shownAddress(where: string): string {
  const scheme = /^[a-z][a-z\d+.-]+:\/\//i.exec(where)?.[0];
  if (scheme === undefined) return where;
  try {
    const { username, host, pathname } = new URL(where);
    return `${scheme}${username === "" ? "" : `${username}@`}${host}${pathname}`;
  } catch {
    // What cannot be taken apart may hold a password anywhere.
    return `${scheme}…`;
  }
}
