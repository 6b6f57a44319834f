/** Destination of a command's prints. It is passed in, so tests can read the output. */
export interface Output {
  /** Results, one text at a time, for people or for the next program. */
  readonly print: (text: string) => void;
  /** Warnings and errors. */
  readonly printError: (text: string) => void;
  /** Shows how far a long task is; draws nothing where nobody looks. */
  readonly startProgress: (what: string, parts: number) => Progress | Promise<Progress>;
  /** Whether what is printed may hold colours; default false. */
  readonly isColored?: boolean;
  /** Width of the terminal that results are shown on; absent where they go to a pipe or a file. */
  readonly columns?: number;
}

/** A long task under way. */
export interface Progress {
  /**
   * @param parts that are done now: one by default, none if only the words change
   * @param words shown behind the count, such as what was spent
   */
  readonly advance: (parts?: 0 | 1, words?: string) => void;
  readonly done: () => void;
  readonly fail: () => void;
}
