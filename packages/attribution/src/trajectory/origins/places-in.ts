/** A text by its characters, which a test may count. */
type Read = Pick<string, "charCodeAt" | "length">;

/** Places at which a text has another one, which may overlap. Linear: each character is read once, by Knuth, Morris and Pratt. */
export function* placesIn(text: Read, sought: string): Generator<number> {
  const borders = bordersOf(sought);
  let same = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (same > 0 && sought.charCodeAt(same) !== code) same = borders[same - 1] ?? 0;
    if (sought.charCodeAt(same) === code) same += 1;
    if (same < sought.length) continue;
    yield at + 1 - same;
    same = borders[same - 1] ?? 0;
  }
}

/** For each beginning of a text, the length of its longest part that both begins and ends it. */
function bordersOf(text: string): readonly number[] {
  const borders = [0];
  let same = 0;
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (same > 0 && text.charCodeAt(same) !== code) same = borders[same - 1] ?? 0;
    if (text.charCodeAt(same) === code) same += 1;
    borders.push(same);
  }
  return borders;
}
