/** How one kind of task is best cut into subtasks. */
export interface TaskPattern {
  /** Wording of tasks of this kind: the text that is searched. */
  readonly task: string;
  /** Steps to take in order, each with what shows that it was done. */
  readonly stages: readonly string[];
}

/** @internal Patterns of common kinds of tasks, written for this purpose. */
export const TASK_PATTERNS: readonly TaskPattern[] = [
  {
    task: "Look up a fact on the web: who, when, where, how many, name the person, place, title, year or number",
    stages: [
      "Pin down what exactly is asked for, with its unit, date and scope",
      "Find a source that is about this very thing; its name and date match",
      "Read the fact out of the source; the words that state it can be quoted",
      "Answer in the form that was asked for",
    ],
  },
  {
    task: "Answer a question over several hops: the winner of, the birthplace of the author of, the capital of the country where",
    stages: [
      "Break the question into a chain of single questions",
      "Resolve the first unknown; a source names it",
      "Use exactly that result in the next question, hop by hop",
      "Check the last result against every condition of the question",
    ],
  },
  {
    task: "Find places, shops, restaurants, gyms, hotels near somewhere that meet conditions of distance, opening hours, rating or price",
    stages: [
      "List all conditions, hard ones first",
      "Collect candidates around the right place",
      "Check each candidate against each condition, from a source",
      "Keep those that meet all of them, and no others",
    ],
  },
  {
    task: "Compare options and choose the cheapest, fastest, largest, highest, best",
    stages: [
      "Fix what is compared, over which set, by which measure and date",
      "Get the measure of every member of the set",
      "Bring the measures to one unit and compare them",
      "Report the winner, with ties as the task wants them",
    ],
  },
  {
    task: "Solve a word problem in arithmetic: how many, how much, total, per day, remaining, discount, percentage",
    stages: [
      "Write down the given quantities with their units",
      "Set up which quantity follows from which",
      "Calculate step by step; each result can be recalculated",
      "State the quantity that was asked for, in its unit",
    ],
  },
  {
    task: "Compute statistics from a table, spreadsheet or CSV file: sum, mean, count, filter rows, group",
    stages: [
      "Open the right file and sheet; its columns are known",
      "Select the rows that the task means; their number is plausible",
      "Apply the asked formula to the right column",
      "Round and format as asked",
    ],
  },
  {
    task: "Read a document, PDF or paper and extract or summarise what it says about something",
    stages: [
      "Get the right document in the right version",
      "Find the passage that matters; it can be quoted",
      "Extract what is asked for without adding to it",
      "Phrase the answer as asked",
    ],
  },
  {
    task: "Write a program, function or script that does something, run it and report its output",
    stages: [
      "Turn the task into requirements, edge cases included",
      "Write code that meets them",
      "Run it on the real input; it ends without an error",
      "Check the output against the requirements, mend the code if need be",
      "Report the output unchanged",
    ],
  },
  {
    task: "Fix a bug in a repository so that failing tests pass",
    stages: [
      "Reproduce the failure",
      "Find the cause in the code, not only the place where it shows",
      "Change the code as little as needed",
      "Run the tests, those that passed before included",
    ],
  },
  {
    task: "Handle a customer request by policy: refund, cancel, exchange, change a booking or an order",
    stages: [
      "Find out who asks and which order or booking is meant; both are confirmed",
      "Look up its state and the rule of the policy that applies",
      "Decide what the rule allows, and tell the customer",
      "Do it with the right arguments, once the customer has agreed",
      "Confirm what was done",
    ],
  },
  {
    task: "Plan a trip, schedule, meeting or timetable under constraints of dates, times, time zones and budgets",
    stages: [
      "List the constraints and what is still unknown",
      "Get the unknown times, prices and availabilities",
      "Put together a plan; no constraint is broken",
      "Book or report it as planned",
    ],
  },
  {
    task: "Do something on a website or in an app: log in, search, fill a form, add to a cart, click through pages",
    stages: [
      "Get to the right page; it is open",
      "Find the control that does it",
      "Enter exactly the values of the task",
      "Check on the page that it had its effect",
    ],
  },
  {
    task: "Say what an image, chart, audio or video shows: read values, count objects, transcribe",
    stages: [
      "Get the right medium and the right moment or region of it",
      "Read it with a tool that can; what is not visible is not guessed",
      "Work out the answer from what was read",
      "Report it as asked",
    ],
  },
  {
    task: "Solve a logic puzzle, riddle or cipher, or deduce something from rules and statements",
    stages: [
      "Write all rules and givens down",
      "Draw conclusions one at a time; each follows from what is named",
      "Check the solution against every rule",
      "Answer what was asked",
    ],
  },
  {
    task: "Query a database or an API and answer from the result",
    stages: [
      "Learn the schema or the parameters",
      "Write a query that means what the task means: joins, filters, limits, dates",
      "Run it; the result is neither empty nor cut off by surprise",
      "Answer from the result alone",
    ],
  },
  {
    task: "Write a report, article, email or message from collected material for a reader",
    stages: [
      "Fix reader, purpose, length and form",
      "Collect the material; each claim has a source",
      "Draft it; everything asked for is in it",
      "Check facts and form, send or hand it over",
    ],
  },
];

/** @internal A pattern as a model reads it. */
export function patternText({ task, stages }: TaskPattern): string {
  return `${task}\n${stages.map((stage, index) => `${index + 1}. ${stage}.`).join("\n")}`;
}
