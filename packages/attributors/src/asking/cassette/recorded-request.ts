import { createHash } from "node:crypto";

import type { BaseMessage } from "@langchain/core/messages";
import { z } from "zod";

import type { RecordedRequest } from "./cassette-format.ts";

/** Settings of a model that change its answers from call to call, if it has them. */
const SETTINGS = ["temperature", "logprobs"] as const;

const HEX_DIGITS = 24;

const toolShape = z.looseObject({
  function: z.looseObject({ parameters: z.looseObject({ properties: z.looseObject({}) }) }),
});
const callOptions = z.looseObject({
  tools: z.array(z.unknown()).nullish(),
  response_format: z
    .looseObject({
      type: z.string(),
      json_schema: z.looseObject({ schema: z.looseObject({ properties: z.looseObject({}) }) }).optional(),
    })
    .nullish(),
});

/**
 * @internal A call as it is recorded: messages, the way of asking for a shape, the settings that were given. Other options are not read: no key,
 * address or header can get into a file.
 *
 * @param options of LangChain's call
 * @param settings of the model: temperature and so on
 */
export function recordedRequest(
  messages: readonly BaseMessage[],
  options: unknown,
  settings: Readonly<Record<string, unknown>>,
): RecordedRequest {
  return {
    messages: messages.map((message) => ({ role: message.getType(), content: message.content })),
    shape: shapeOf(options),
    settings,
  };
}

/** @internal Names a request: the same for equal requests, whatever the order of keys. */
export function requestKey({ messages, shape, settings }: RecordedRequest): string {
  const text = JSON.stringify({ messages, shape, settings: Object.entries(settings).toSorted(byName) });
  return createHash("sha256").update(text).digest("hex").slice(0, HEX_DIGITS);
}

/** Providers word one schema in many ways; the names of its fields stay. */
function shapeOf(options: unknown): RecordedRequest["shape"] {
  const { data } = callOptions.safeParse(options);
  const [tool] = data?.tools ?? [];
  if (tool !== undefined) {
    const known = toolShape.safeParse(tool).data?.function.parameters.properties;
    return { way: "tools", fields: namesOf(known) };
  }
  const format = data?.response_format;
  if (format === undefined || format === null) return { way: "text", fields: [] };
  return { way: format.type, fields: namesOf(format.json_schema?.schema.properties) };
}

function namesOf(properties: object = {}): readonly string[] {
  return Object.keys(properties).toSorted();
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** @internal Of {@link SETTINGS}, those that a model can be made with. */
export function knownSettings(model: object): readonly string[] {
  return SETTINGS.filter((name) => name in model);
}

/** @internal The settings of a model as they stand, those that it has no value for left out. */
export function settingsOf(model: object, names: readonly string[]): Readonly<Record<string, unknown>> {
  const values = names.map((name): readonly [string, unknown] => [name, Reflect.get(model, name)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== null));
}
