/** Tells people what the demo is doing, while it does it. */
export interface Narrator {
  title(text: string): void;
  say(text: string): void;
  /** Columns of text that fit beside the narrator's own marks. */
  readonly width: number;
  /** Whether the output may hold escape codes for colours. */
  readonly isColored: boolean;
  /** Something that takes a while, in so many equal parts. */
  start(what: string, parts: number): Progress;
  end(text: string): void;
}

export interface Progress {
  /** One more part is done; `now` says how it stands. */
  advance(now: string): void;
  /** All is done. */
  done(summary: string): void;
  fail(summary: string): void;
}
