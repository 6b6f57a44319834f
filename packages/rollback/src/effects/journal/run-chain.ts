/** @internal A run among those that continue one another: `run`, `run~2`, `run~3` and so on. */
export function chainOf(run: string): { readonly first: string; readonly position: number } {
  const [, first = run, count = "1"] = /^(.*)~(\d{1,6})$/su.exec(run) ?? [];
  return { first, position: Number(count) };
}

/** @internal Id of the run that continues another one. */
export function runAfter(run: string): string {
  const { first, position } = chainOf(run);
  return `${first}~${position + 1}`;
}
