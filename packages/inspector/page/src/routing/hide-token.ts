/** Takes the token out of the address: the cookie has it from now on, and people copy addresses. */
export function hideToken({ hash, search }: Location, history: History): void {
  if (new URLSearchParams(search).has("token")) history.replaceState(null, "", `/${hash}`);
}
