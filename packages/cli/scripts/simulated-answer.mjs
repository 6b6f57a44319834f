import { createHash } from "node:crypto";

/**
 * An answer in the shape that a request asks for, made up from a hash of the request: it knows nothing and always says the
 * same. It stands in for a model where a recording is wanted and there is no key; its figures say nothing of any method.
 */
export function simulatedAnswer(request) {
  const prompt = request.messages.map(({ content }) => content).join("\n");
  const schema =
    request.response_format?.json_schema?.schema ??
    request.tools?.[0]?.function.parameters ??
    shownSchema(prompt);
  const trace = /<<trace (\w+)>>\n([^]*?)\n<<end of trace/.exec(prompt)?.[2] ?? prompt;
  const agents = agentsOf(trace);
  const suspect = Math.floor(draw(trace) * agents.length);
  return { json: valueOf(schema, "answer", { prompt, agents, suspect }) };
}

/** The one answer that is plain text: the label that tuned models give. */
function shownSchema(prompt) {
  const [, choices = '"no"'] = /\{"decisive": (.*)\}/.exec(prompt) ?? [];
  return {
    type: "object",
    properties: { decisive: { enum: choices.split(" | ").map((choice) => JSON.parse(choice)) } },
  };
}

/** The agent that acted in each step, in either form in which traces are written down. */
function agentsOf(trace) {
  const lines = [...trace.matchAll(/^(?:\{"step":(\d+),"agent":"([^"]*)"|(\d+) (.+))/gm)];
  const agents = lines.map(([, , named, , terse]) => named ?? terse);
  return agents.length === 0 ? ["assistant"] : agents;
}

function valueOf(schema, name, about) {
  const { agents, prompt, suspect } = about;
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf !== undefined || Array.isArray(schema.type)) return null;
  if (schema.enum !== undefined) return schema.enum[Math.floor(draw(prompt + name) * schema.enum.length)];
  if (schema.type === "object") return fieldsOf(schema, about);
  if (schema.type === "array") return itemsOf(schema, name, about);
  if (schema.type === "boolean") return draw(prompt + name) < 0.4;
  if (schema.type === "number" || schema.type === "integer") {
    if (schema.maximum === 1) return rounded(draw(prompt + name));
    if (schema.maximum === 100) return Math.round(100 * draw(prompt + name));
    return (
      { first: 1, last: agents.length, subtask: 1, loop: 1, from: 1, to: agents.length }[name] ?? suspect + 1
    );
  }
  return ["agent", "agents", "from", "to"].includes(name) ? agents[suspect] : "Simulated.";
}

function fieldsOf({ properties = {} }, about) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, valueOf(field, name, about)]),
  );
}

/** A number for each step if the schema has a number per step, else one item. */
function itemsOf({ items }, name, about) {
  const fields = Object.keys(items.properties ?? {})
    .toSorted()
    .join();
  if (fields !== "percent,step")
    return ["causes", "loops", "passed", "patterns"].includes(name) ? [] : [valueOf(items, name, about)];
  const chances = about.agents.map((_, index) => draw(`${about.prompt}${index}`) ** 3);
  const sum = chances.reduce((total, chance) => total + chance, 0);
  return chances.map((chance, index) => ({ step: index + 1, percent: Math.round((100 * chance) / sum) }));
}

/** In [0, 1), always the same for the same text. */
function draw(text) {
  return createHash("sha256").update(text).digest().readUInt32BE(0) / 2 ** 32;
}

function rounded(value) {
  return Math.round(value * 100) / 100;
}
