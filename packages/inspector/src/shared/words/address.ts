/**
 * A database's address in what was given, without the space that is left around it when it is pasted; `undefined` for the
 * path of a file.
 */
export function addressIn(where: string): { readonly address: string; readonly scheme: string } | undefined {
  const address = where.trim();
  const scheme = /^([a-z][a-z\d+.-]+):\/\//i.exec(address)?.[1]?.toLowerCase();
  return scheme === undefined ? undefined : { address, scheme };
}
