/** The properties that have a value. */
export function given<Values extends Readonly<Record<string, unknown>>>(
  values: Values,
): { readonly [Name in keyof Values]?: NonNullable<Values[Name]> };
export function given(values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
