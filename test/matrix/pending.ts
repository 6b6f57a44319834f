/** Shapes whose rollback is not yet as it shall be. */
export const pending: ReadonlySet<string> = new Set<string>([
]);
