/** How often each node has run. */
export class Counter {
  readonly #counts = new Map<string, number>();

  add(node: string): void {
    this.#counts.set(node, (this.#counts.get(node) ?? 0) + 1);
  }

  reset(): void {
    this.#counts.clear();
  }

  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }
}
