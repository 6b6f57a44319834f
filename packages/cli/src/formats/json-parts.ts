import { CommandFailedError } from "../errors/command-failed-error.ts";

/** A value's place in its file. */
export interface PartPlace {
  /** Line that it begins on, from 1. */
  readonly line: number;
  /** Its first byte, from 0. */
  readonly start: number;
  /** The first byte after it. */
  readonly end: number;
}

/** One JSON value inside a text, still to be parsed. */
export interface JsonPart extends PartPlace {
  readonly text: string;
}

/** Longest value in bytes: its text has to fit into one string. */
export const MOST_BYTES: number = 256 * 2 ** 20;

/** The next quotation mark, line break, escape or bracket. In UTF-8 each is made of bytes that stand in no other character. */
const MARK = /\\["\\]?|["\n\r[\]{}]/g;

/** Bytes between values: white space, commas, and those of a byte order mark. */
const BETWEEN: ReadonlySet<number> = new Set([9, 10, 11, 12, 13, 32, 44, 0xef, 0xbb, 0xbf]);
const [LINE_BREAK, COMMA, OPEN_LIST, CLOSE_LIST] = [10, 44, 0x5b, 0x5d];

/** The value that is being read. */
interface OpenPart {
  readonly line: number;
  readonly start: number;
  readonly pieces: Buffer[];
  bytes: number;
  depth: number;
  isQuoted: boolean;
  /** The chunk before ended in a backslash. */
  isEscaped: boolean;
}

/**
 * Takes JSON apart while its bytes come in: the items if the file is one list, otherwise the values that follow each other. If the first
 * object with content stands on one line, each line is a value (JSON Lines): one that is cut short takes no other with it. Takes time
 * linear in the length, and holds one value at a time. A value that is cut short ends with the file.
 */
export class JsonSplitter {
  readonly #most: number;
  readonly #inside: string;
  #form: "unknown" | "list" | "values" | "lines" = "unknown";
  #line = 1;
  /** Bytes before the chunk at hand. */
  #before = 0;
  #open: OpenPart | undefined;

  /**
   * @param most   longest value in bytes
   * @param inside what the values stand in, for messages, such as "a file of 300 MB"
   */
  constructor(most: number = MOST_BYTES, inside?: string) {
    this.#most = most;
    this.#inside = inside === undefined ? "" : ` of ${inside}`;
  }

  /**
   * The values that end in this chunk.
   *
   * @throws {CommandFailedError} on a value that is too long
   */
  push(chunk: Buffer): readonly JsonPart[] {
    const parts: JsonPart[] = [];
    const characters = chunk.toString("latin1");
    let at = 0;
    while (at < chunk.length) {
      this.#open ??= this.#begin(chunk[at], at);
      if (this.#open === undefined) at += 1;
      else at = this.#read(this.#open, chunk, characters, at, parts);
    }
    this.#before += chunk.length;
    return parts;
  }

  /** The value that the file ends in. The bracket of a list that was not closed is a part of its own: it must be noticed. */
  end(): readonly JsonPart[] {
    const parts: JsonPart[] = [];
    if (this.#open !== undefined) this.#close(this.#open, this.#before, parts);
    if (this.#form === "list")
      parts.push({ text: "[", line: this.#line, start: this.#before, end: this.#before });
    return parts;
  }

  #begin(byte: number | undefined, at: number): OpenPart | undefined {
    if (byte === LINE_BREAK) this.#line += 1;
    if (byte === COMMA && this.#form === "unknown") this.#form = "values";
    if (byte === undefined || BETWEEN.has(byte)) return undefined;
    if (this.#form === "unknown" && byte === OPEN_LIST) this.#form = "list";
    // Text that follows the list is read as values.
    else if (this.#form === "list" && byte === CLOSE_LIST) this.#form = "values";
    else {
      const start = this.#before + at;
      return { line: this.#line, start, pieces: [], bytes: 0, depth: 0, isQuoted: false, isEscaped: false };
    }
    return undefined;
  }

  /** Reads on in the open value. Gives the position after it, or after the chunk. */
  #read(open: OpenPart, chunk: Buffer, characters: string, from: number, parts: JsonPart[]): number {
    MARK.lastIndex = open.isEscaped && /["\\]/.test(characters[from] ?? "") ? from + 1 : from;
    open.isEscaped = false;
    for (let found = MARK.exec(characters); found !== null; found = MARK.exec(characters)) {
      if (found[0].startsWith("\\")) {
        open.isEscaped = found[0].length === 1 && found.index + 1 === chunk.length;
        continue;
      }
      const end = this.#endAt(open, found[0], found.index);
      if (end === undefined) continue;
      this.#take(open, chunk.subarray(from, end));
      this.#close(open, this.#before + end, parts);
      return end;
    }
    this.#take(open, chunk.subarray(from));
    return chunk.length;
  }

  /** Position after the value if it ends at this mark. */
  #endAt(open: OpenPart, mark: string, index: number): number | undefined {
    if (mark === '"') open.isQuoted = !open.isQuoted;
    else if (mark === "\n" || mark === "\r") {
      if (open.depth === 0 || this.#form === "lines") return index;
      if (mark === "\n") this.#line += 1;
    } else if (!open.isQuoted) {
      open.depth += mark === "{" || mark === "[" ? 1 : -1;
      // A bracket that closes nothing ends what stands before it, or is a part of its own.
      if (open.depth < 0) return this.#before + index > open.start ? index : index + 1;
      if (open.depth === 0 && this.#form !== "lines") return index + 1;
    }
    return undefined;
  }

  #take(open: OpenPart, piece: Buffer): void {
    open.pieces.push(piece);
    open.bytes += piece.length;
    if (open.bytes > this.#most)
      throw new CommandFailedError(
        `Expected at most ${this.#most / 2 ** 20} MB in one JSON value, got more on line ${open.line}${this.#inside}.`,
      );
  }

  #close(open: OpenPart, end: number, parts: JsonPart[]): void {
    const text = Buffer.concat(open.pieces).toString("utf8").trimEnd();
    if (this.#form === "unknown" && text !== "{}")
      this.#form = text.startsWith("{") && open.line === this.#line ? "lines" : "values";
    parts.push({ text, line: open.line, start: open.start, end });
    this.#open = undefined;
  }
}

/** The values of a whole text, as `JsonSplitter` finds them. */
export function jsonValues(text: string): readonly JsonPart[] {
  const splitter = new JsonSplitter();
  return [...splitter.push(Buffer.from(text)), ...splitter.end()];
}
