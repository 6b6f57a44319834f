/** The number after `ANSWER:`, the last one if there are several; undefined when there is none. */
export function readAnswer(text: string): number | undefined {
  const found = [...text.matchAll(/ANSWER:\s*\**\s*\$?(-?[\d,]*\.?\d+)/gi)].at(-1)?.[1];
  const answer = Number(found?.replaceAll(",", ""));
  return found === undefined || Number.isNaN(answer) ? undefined : answer;
}
