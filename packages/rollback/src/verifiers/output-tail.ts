import { stripVTControlCharacters } from "node:util";

/** Characters that a reason tells of a program's output. */
const SHOWN = 2000;
/** Escapes of a terminal may be most of an output. */
const KEPT = 16 * SHOWN;

/** @internal The end of what a program says, as it comes. */
export class OutputTail {
  #text = "";
  #isCut = false;

  add(chunk: string): void {
    const text = this.#text + chunk;
    this.#isCut ||= text.length > KEPT;
    this.#text = text.slice(-KEPT);
  }

  /** At most 2000 characters, without what only a terminal understands. */
  shown(): string {
    // Some databases refuse control characters and halves of characters.
    const plain = stripVTControlCharacters(this.#text).replaceAll(/(?![\n\t])[\p{Cc}\p{Cs}]/gu, "");
    const characters = Array.from(plain.trim());
    const isCut = this.#isCut || characters.length > SHOWN;
    return `${isCut ? "…" : ""}${characters.slice(-SHOWN).join("")}`;
  }
}
