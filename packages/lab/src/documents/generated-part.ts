/** A part of a document that a command writes. */
export interface GeneratedPart {
  /** Name of the experiment; it stands in the markers. */
  readonly name: string;
  readonly seed: number;
  /** Version of the code, as git names it. */
  readonly commit: string;
  readonly markdown: string;
}

const OPENED = "-->";
const closing = (name: string): string => `<!-- /bench ${name} -->`;

/**
 * A document with one of its generated parts written anew.
 *
 * @throws {RangeError} if it has no markers of that name
 */
export function withGeneratedPart(document: string, { name, seed, commit, markdown }: GeneratedPart): string {
  const { start, end } = boundsOf(document, name);
  const marker = `<!-- bench ${name} seed ${seed} commit ${commit} -->`;
  return `${document.slice(0, start)}${marker}\n\n${markdown.trim()}\n\n${document.slice(end)}`;
}

/** Text between the markers of a name, without the markers. */
export function generatedPart(document: string, name: string): string {
  const { start, end } = boundsOf(document, name);
  const part = document.slice(start, end);
  return part.slice(part.indexOf(OPENED) + OPENED.length).trim();
}

function boundsOf(document: string, name: string): { readonly start: number; readonly end: number } {
  const start = document.indexOf(`<!-- bench ${name} `);
  const end = document.indexOf(closing(name));
  if (start === -1 || end < start)
    throw new RangeError(`Expected the markers of "${name}" in the document, got none.`);
  return { start, end };
}
