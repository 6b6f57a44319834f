/** One of several values with its number from 1. One that is alone has none. */
export interface Numbered<Value> {
  readonly value: Value;
  readonly number: number | undefined;
}

/** Numbers values as they come. The first waits for the second. */
export async function* numbered<Value>(values: AsyncIterable<Value>): AsyncGenerator<Numbered<Value>> {
  let number = 0;
  let first: { readonly value: Value } | undefined;
  for await (const value of values) {
    number += 1;
    if (number === 1) {
      first = { value };
      continue;
    }
    if (first !== undefined) yield { value: first.value, number: 1 };
    first = undefined;
    yield { value, number };
  }
  if (first !== undefined) yield { value: first.value, number: undefined };
}
