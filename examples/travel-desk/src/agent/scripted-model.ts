import { AIMessage, isToolMessage, type BaseMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { type AnsweredCall, answeredCalls, isTold } from "@langgraph-rollback/example-simulation";
import { z } from "zod";

import type { TripRequest } from "./trip-request.ts";

interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, string | number>>;
}

/** More answers than any run of the demo needs. */
const ANSWERS = 60;

/**
 * A simulated model: a script at the place of a chat model. It books for the wrong days until the conversation has a note of a rollback, and
 * for the right ones afterwards; also where the prompt says how days are written. It knows nothing but the request and the conversation, so a new process continues where an old one ended.
 */
export function scriptedModel(request: TripRequest): ReturnType<typeof fakeModel> {
  const model = fakeModel();
  for (let answer = 0; answer < ANSWERS; answer += 1)
    model.respond((messages) => nextMessage(messages, request));
  return model;
}

function nextMessage(messages: readonly BaseMessage[], request: TripRequest): AIMessage {
  const done = answeredCalls(messages);
  const failed = messages.at(-1);
  if (failed !== undefined && isToolMessage(failed) && failed.status === "error")
    return new AIMessage(`I could not finish: ${failed.text}`);
  const readsRight = isTold(messages) || isAdvised(messages);
  for (const calls of moves(readsRight ? request : misread(request), done)) {
    const open = calls.filter((call) => !done.some((answered) => isSame(answered, call)));
    if (open.length > 0) return calling(open, messages.length);
  }
  return new AIMessage("Everything is booked and paid.");
}

const isAdvised = ([prompt]: readonly BaseMessage[]): boolean =>
  prompt?.type === "system" && prompt.text.includes("year-month-day");

/** Calls for a trip, in order; calls of one move are made at once. A later move may need the answers of an earlier one. */
function* moves(trip: TripRequest, done: readonly AnsweredCall[]): Generator<readonly Call[]> {
  const { traveller, from, to, hotel, arrival, departure } = trip;
  const search = { name: "search_flights", args: { from, to, day: arrival } };
  yield [{ name: "weather", args: { city: to, day: arrival } }, search];
  const [found] = flights.parse(JSON.parse(answerTo(search, done)));
  const flight = { name: "book_flight", args: { flight: found?.flight ?? "none", passenger: traveller } };
  const room = { name: "book_hotel", args: { hotel, arrival, departure, guest: traveller } };
  yield [flight, room];
  yield [{ name: "buy_insurance", args: { city: to } }];
  const amount = [flight, room].reduce(
    (sum, call) => sum + priced.parse(JSON.parse(answerTo(call, done))).price,
    0,
  );
  yield [{ name: "pay", args: { amount } }];
  const body = `You fly on ${arrival} and stay until ${departure}.`;
  yield [{ name: "send_mail", args: { to: traveller, subject: `Your trip to ${to}`, body } }];
}

const flights = z.array(z.object({ flight: z.string() }));
const priced = z.object({ price: z.number() });

/** The planted fault: both digits of the days change places, as in the 12th and the 21st. */
function misread(request: TripRequest): TripRequest {
  const nights = Date.parse(request.departure) - Date.parse(request.arrival);
  const arrival = request.arrival.replace(/(\d)(\d)$/, "$2$1");
  return {
    ...request,
    arrival,
    departure: new Date(Date.parse(arrival) + nights).toISOString().slice(0, 10),
  };
}

/** Arguments that were added to a call on its way do not make it another one. */
const isSame = (answered: AnsweredCall, { name, args }: Call): boolean =>
  answered.name === name && Object.entries(args).every(([key, value]) => answered.args[key] === value);

const answerTo = (call: Call, done: readonly AnsweredCall[]): string =>
  done.find((answered) => isSame(answered, call))?.answer ?? "null";

function calling(calls: readonly Call[], length: number): AIMessage {
  return new AIMessage({
    content: "",
    tool_calls: calls.map(({ name, args }, index) => ({
      type: "tool_call" as const,
      id: `call-${length}-${index}`,
      name,
      args: { ...args },
    })),
  });
}
