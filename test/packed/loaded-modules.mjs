// Given to Node with --import: writes the address of each module that is loaded into the file that LOADED_MODULES names.
import { appendFileSync } from "node:fs";
import { register } from "node:module";

if (!import.meta.url.endsWith("?hooks")) register(`${import.meta.url}?hooks`);

export function load(url, context, next) {
  appendFileSync(process.env.LOADED_MODULES, `${url}\n`);
  return next(url, context);
}
