/** Characters of a thread's id that a file's name takes over. */
const LONGEST = 80;

/**
 * Headers of an answer that a browser saves as a file and never opens in the page's place.
 *
 * @param thread its id; what no file system has trouble with becomes the file's name
 * @param ending without the dot
 */
export function download(
  thread: string,
  ending: string,
  type: string,
): Readonly<Record<"Content-Type" | "Content-Disposition", string>> {
  const name = (thread.slice(0, LONGEST).match(/\w+/g) ?? []).join("-");
  return {
    "Content-Type": `${type}; charset=utf-8`,
    "Content-Disposition": `attachment; filename="${name === "" ? "thread" : name}.${ending}"`,
  };
}
