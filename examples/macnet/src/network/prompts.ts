const COMMON = [
  "You work in a network of agents that solves a word problem in arithmetic: actors write solutions, and critics say what the next actor should improve.",
  "Read everything that you are given, and take notes about earlier attempts seriously.",
].join(" ");

const SOLUTION =
  "Write a whole solution: first the parts that it takes, one a line, numbered `1.`, `2.`, …, each with the quantities or earlier parts that it uses in brackets; then a line for each part with its calculation as `6*140 = 840`; at last, on a line of its own, `ANSWER: ` and a bare number.";

/** Roles of the network's agents. */
export type Role = "actor" | "critic" | "answerer";

const TASKS: Readonly<Record<Role, string>> = {
  actor: `You are the actor. You may be given solutions of actors before you, and what critics ask you to improve in them: do what they ask, and make one solution of all. Otherwise solve the problem yourself. ${SOLUTION}`,
  critic:
    "You are the critic. Go through the parts of the solution. Tell the next actor what to improve, as `Part 3 does not hold, I make it 1350/2 = 675`, and end with `Final figure: ` and the number that answers the question.",
  answerer:
    "You are the answerer. You are given one or more solutions. Decide on one answer, and report it, on a line of its own, as `ANSWER: 1596`, a bare number.",
};

export const systemPrompt = (role: Role): string => `${TASKS[role]}\n${COMMON}`;

/** Cue to an agent when it is its turn; comes last. */
export const turnCue = (name: string): string => `It is your turn, ${name}.`;
