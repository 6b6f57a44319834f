/** A text whose percentages no line ends in the midst of: "95 %" with a space that does not break. */
export function unbroken(text: string): string {
  return text.replaceAll(/(?<=\d) (?=%)/g, "\u00A0");
}
