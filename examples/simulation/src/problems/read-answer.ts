/** The number after `ANSWER:`, the last one if there are several; undefined when there is none. */
export function readAnswer(text: string): number | undefined {
  const [, ...said] = text.split(/ANSWER:/i);
  const figures = said.flatMap((after) => /^-?[\d,]*\.?\d+/.exec(after.replace(/^\s*\**\s*\$?/, "")) ?? []);
  const found = figures.at(-1);
  const answer = Number(found?.replaceAll(",", ""));
  return found === undefined || Number.isNaN(answer) ? undefined : answer;
}
