/** Of a URL: what stands between the first colon behind the scheme and the last "@" before a space or a quote. */
const IN_URL = /([a-z][a-z\d+.-]{0,30}:\/{1,3}[^\s:@/?#'"`]{0,200}):[^\s'"`]{0,500}@/gi;

/** `password=...` of a connection string or a query, and of an environment; quoted or not, percent-encoded or not. */
const BY_KEY =
  /((?:\b[\w-]{0,40}(?:password|passwd|pwd|secret|token|api[-_]?key)|\bpass)(?:\s|%20){0,5}(?:=|%3d)(?:\s|%20){0,5})(?:'(?:[^'\\]|\\.){0,500}'|"(?:[^"\\]|\\.){0,500}"|['"]?[^\s&;'",]{1,500})/gi;

/** `"password": "..."` of JSON. */
const IN_JSON =
  /("(?:\b[\w-]{0,40}(?:password|passwd|pwd|secret|token|api[-_]?key)|\bpass)"\s{0,5}:\s{0,5})"(?:[^"\\]|\\.){0,500}"/gi;

/**
 * Text without the passwords of addresses and connection strings in it, wherever they stand: of Postgres, Redis and HTTP
 * URLs, and by a key such as `password=`. Rather masks too much than too little. Takes time linear in the text.
 *
 * A password that has spaces or quotes in it cannot be told from the text around it here.
 */
export function withoutPasswords(text: string): string {
  return text.replaceAll(IN_URL, "$1:***@").replaceAll(BY_KEY, "$1***").replaceAll(IN_JSON, '$1"***"');
}
