/** Deep enough for errors that agents wrap, and an end to those that are their own cause. */
const DEPTH = 10;

/**
 * @internal Whether an exception was thrown by a schema that did not accept a value, directly or as the cause of another;
 * of several that a superstep has thrown, each.
 */
export function isSchemaError(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isSchemaError);
  return causesOf(error).some((cause) => Array.isArray(Reflect.get(Object(cause), "issues")));
}

/** @internal The messages of an exception, of its causes, and of the exceptions that it is made of. */
export function saidBy(error: unknown): readonly string[] {
  if (error instanceof AggregateError) return error.errors.flatMap(saidBy);
  return causesOf(error).map((cause) => String(Reflect.get(Object(cause), "message")));
}

/** An exception and its causes, outermost first. */
function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let cause = error; cause !== undefined && cause !== null && causes.length < DEPTH;)
    cause = Reflect.get(Object(causes[causes.push(cause) - 1]), "cause");
  return causes;
}
