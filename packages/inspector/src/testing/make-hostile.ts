import { hostileText } from "./hostile-texts.ts";

/** Fields that the page's own code decides by: these stay as they are. */
const KEPT = new Set([
  "id",
  "thread",
  "run",
  "status",
  "kind",
  "decision",
  "guarantee",
  "at",
  "updatedAt",
  "startedAt",
  "address",
  "origin",
  "channel",
  "role",
  "taskId",
]);

const DEPTH = 300;

const HOSTILE_KEYS: unknown = JSON.parse(
  `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"<b>key</b>":1,"deep":${"[".repeat(DEPTH)}${"]".repeat(DEPTH)}}`,
);

/** Appends text that means harm to every text of a sample that an agent could have written. */
export function makeHostile<Value>(value: Value): Value {
  let place = 0;
  const text = JSON.stringify(value, (key, each: unknown) => {
    if (KEPT.has(key)) return each;
    place += 1;
    if (key === "prices") return Object.assign(Object.create(null), each, HOSTILE_KEYS);
    return typeof each === "string" ? `${each} ${hostileText(place)}` : each;
  });
  return text === undefined ? value : JSON.parse(text);
}
