import { deltaChannelsIn, isInput, isOwnNamespace, keyOf, type StoredCheckpoint } from "./stored-thread.ts";

/** @internal The checkpoints of a thread by namespace, and who descends from whom. */
export class Lineages {
  readonly #rows = new Map<string, StoredCheckpoint[]>();
  readonly #byKey = new Map<string, StoredCheckpoint>();

  /** @param rows of the thread; records among them are left out */
  constructor(rows: readonly StoredCheckpoint[]) {
    for (const row of rows.filter(isOfGraph).toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const others = this.#rows.get(row.namespace);
      if (others === undefined) this.#rows.set(row.namespace, [row]);
      else others.push(row);
      this.#byKey.set(keyOf(row), row);
    }
  }

  /** Namespaces of subgraphs, those around others first. */
  get inner(): readonly string[] {
    const depth = (namespace: string): number => namespace.split("|").length;
    return [...this.#rows.keys()].filter((each) => each !== "").toSorted((a, b) => depth(a) - depth(b));
  }

  /** The checkpoints of a namespace, oldest first. */
  in(namespace: string): readonly StoredCheckpoint[] {
    return this.#rows.get(namespace) ?? [];
  }

  /** A checkpoint and those before it on its branch, newest first, as far as they are there. */
  *ancestry(row: StoredCheckpoint): Generator<StoredCheckpoint, void> {
    for (let at: StoredCheckpoint | undefined = row; at !== undefined; at = this.#parentOf(at)) yield at;
  }

  /** The same as far back as the input of its turn. */
  *turnOf(row: StoredCheckpoint): Generator<StoredCheckpoint, void> {
    for (const each of this.ancestry(row)) {
      yield each;
      if (isInput(each)) return;
    }
  }

  /**
   * Whether the steps up to a checkpoint of the outermost graph can be read now, and not without some rows.
   * @param doomed their keys
   */
  isBroken(id: string, doomed: ReadonlySet<string>): boolean {
    const head = this.#byKey.get(keyOf({ namespace: "", id }));
    if (head === undefined) return false;
    const turn = [...this.turnOf(head)];
    const first = turn.at(-1) ?? head;
    const isWhole = isInput(first) || first.parent === undefined;
    return isWhole && turn.some((row) => doomed.has(keyOf(row)));
  }

  #parentOf({ namespace, parent }: StoredCheckpoint): StoredCheckpoint | undefined {
    return parent === undefined ? undefined : this.#byKey.get(keyOf({ namespace, id: parent }));
  }

  /** DeltaChannels by namespace. */
  get deltaChannels(): ReadonlyMap<string, ReadonlySet<string>> {
    const names = [...this.#rows].map(([namespace, rows]): [string, ReadonlySet<string>] => [
      namespace,
      new Set(rows.flatMap(({ metadata }) => deltaChannelsIn(metadata))),
    ]);
    return new Map(names.filter(([, channels]) => channels.size > 0));
  }
}

const isOfGraph = ({ namespace }: StoredCheckpoint): boolean => !isOwnNamespace(namespace);
