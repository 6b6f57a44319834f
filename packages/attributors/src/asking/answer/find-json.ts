/**
 * @internal The JSON values that a model's text may mean as its answer: the text itself, else what stands in code
 * fences, else the objects in the prose. Repairs only what can mean one thing: commas before a closing bracket, and
 * NaN or Infinity, which become null.
 *
 * @returns distinct values in the order of the text; none if there is no JSON, or only the beginning of it
 */
export function findJson(text: string): readonly unknown[] {
  const whole = parsed(text.trim());
  if (whole !== undefined) return [whole];
  const fenced = fencedIn(text).flatMap(found);
  return fenced.length > 0 ? fenced : distinct(objectsIn(text).flatMap(found));
}

/** Text between two code fences, without the name of its language. */
function fencedIn(text: string): readonly string[] {
  const parts = text.split("```");
  const inside = parts.filter((_, index) => index % 2 === 1 && index < parts.length - 1);
  return inside.map((part) => part.replace(/^[\w-]*/, "").trim());
}

function found(text: string): readonly unknown[] {
  const value = parsed(text);
  return typeof value === "object" && value !== null ? [value] : [];
}

function distinct(values: readonly unknown[]): readonly unknown[] {
  return [...new Map(values.flatMap((value) => written(value).map((text) => [text, value]))).values()];
}

/** None for what is nested so deeply that it cannot be written, and is no answer either. */
function written(value: unknown): readonly string[] {
  try {
    return [JSON.stringify(value)];
  } catch {
    return [];
  }
}

/** `undefined` if it is no JSON, which JSON cannot be. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return repaired(text);
  }
}

function repaired(text: string): unknown {
  try {
    return JSON.parse(outsideStrings(text, mend));
  } catch {
    return undefined;
  }
}

function mend(code: string): string {
  return code
    .replaceAll(/,(\s*[\]}])/g, "$1")
    .replaceAll(/(?<![\w.])[+-]?(?:NaN|Infinity)(?![\w.])/g, "null");
}

/**
 * Changes what stands between the strings of a JSON text. A comma before a bracket never has a string between. A string that is never closed goes to
 * the end: no character is read twice.
 */
function outsideStrings(text: string, change: (code: string) => string): string {
  return text.replaceAll(
    /("(?:[^"\\]|\\[^])*"?)|([^"]+)/g,
    (_, string: string | undefined, code: string | undefined) => string ?? change(code ?? ""),
  );
}

/** Objects in prose: from each opening brace at the outermost level to the brace that closes it. */
function objectsIn(text: string): readonly string[] {
  const objects: string[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    if (inString) {
      if (char === "\\") index += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = depth > 0;
    else if (char === "{") {
      if (depth === 0) start = index;
      depth += 1;
    } else if (char === "}" && depth > 0) {
      depth -= 1;
      if (depth === 0) objects.push(text.slice(start, index + 1));
    }
  }
  return objects;
}
