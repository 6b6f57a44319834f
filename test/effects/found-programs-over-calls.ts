import { act, failsFirst, node, program, turn } from "./program-parts.ts";
import type { Program } from "./program.ts";

/** Programs over several turns, or with a human, that broke a law once, shrunk. */
export const FOUND_OVER_CALLS: Readonly<Record<string, Program>> = {
  "the steps of a resumed run count those of a retry that another process had begun": program(
    [
      [
        node("subgraph", [[act("book")], [act("book")]], { retries: true, throws: 1 }),
        node("plain", [[act("book")]]),
      ],
    ],
    {
      failures: 1,
      starts: [6 / 7, 0, 0],
      stops: [
        { at: 41, landed: false },
        { at: 52, landed: true },
      ],
    },
  ),
  "a question about a rollback is asked again where the process stopped before the thread showed it": program(
    [
      [node("plain", [[act("book"), act("book", { when: "again" })], [act("book")]])],
      [node("plain", [[act("book")]], { retries: true, throws: 1 })],
    ],
    { failures: 1, answers: [true, true], stops: [{ at: 43, landed: true }] },
  ),
  "what a stopped process had sent may land after its undo, and the record says so": program(
    [[node("plain", [[act("book", { late: true }), act("book")]])]],
    { forgets: true, stops: [{ at: 13, landed: true }] },
  ),
  "an order that threw in an earlier turn is told apart from one that stands": program(
    [
      [
        node("plain", [
          [act("order", { fails: { landed: false, times: 99, caught: false } }), act("book")],
          [act("book")],
        ]),
        node("plain", [[act("book")]]),
      ],
      [node("plain", [[act("book")]])],
    ],
    { turns: [turn(), turn()] },
  ),
  "an order that two nodes of a subgraph share stays where the process stopped in the second, although an earlier attempt's subgraph ran anew":
    program(
      [
        [
          node("invoked", [[act("order", { by: "tool" })], [act("order", { by: "tool" })]], {
            retries: true,
            throws: 1,
          }),
          node("plain", [[act("book")]]),
        ],
      ],
      {
        failures: 1,
        stops: [
          { at: 68, landed: true },
          { at: 29, landed: false, aborts: true },
        ],
      },
    ),
  "a question about a rollback is put where the process stopped before that, although a node's question waits beside":
    program(
      [[node("plain", [[act("book")]], { throws: 1 }), node("plain", [[act("book")]], { asks: true })]],
      { turns: [turn(), turn()], answers: [true, true], stops: [{ at: 28, landed: false }] },
    ),
  "a key is no earlier turn's where that turn's act was cut off before it was called": program(
    [
      [node("plain", [[act("book")]])],
      [
        node("plain", [[act("book", { when: "even" })]], { throws: 2 }),
        node("sent-tools", [[failsFirst, act("book")], [act("book")]]),
      ],
    ],
    { turns: [turn(), turn(1)] },
  ),
  "an order that is called once more under its key may land again after its undo, and the record says so":
    program(
      [
        [
          node("plain", [[act("book"), act("order", { by: "tool", late: true })], [act("book")]]),
          node("plain", [[act("book")]]),
        ],
      ],
      { failures: 1, forgets: true, stops: [{ at: 63, landed: false }] },
    ),
  "a rollback that is taken up again after its question was taken back has the thread's newest fork": program(
    [
      [node("plain", [[act("pay", { fails: { landed: false, times: 1, caught: false } })]], { asks: true })],
      [node("plain", [[act("book")]])],
    ],
    { starts: [0.5, 0, 0], undoFailures: { pay: 1 }, answers: [true, true] },
  ),
  "what called tasks did that a rollback keeps stays, also where another process continues that rollback and does not know in which order they were called":
    program([[node("tasks", [[act("book")], [act("pay")], [act("book", { arg: 1 })], [failsFirst]])]], {
      starts: [0.99, 0, 0],
      stops: [
        { at: 35, landed: false, aborts: true },
        { at: 1, landed: false },
      ],
    }),
  "what an earlier turn was to undo and could not is no longer its own: a later turn that does it anew may undo it":
    program([[node("plain", [[act("order", { when: "first" })]])], [node("plain", [[act("book")]])]], {
      turns: [turn(1), turn(1)],
      undoFailures: { order: 1 },
      answers: [true, true],
    }),
  "a key may be an earlier turn's where that turn's process ended before it could say that its act was not called":
    program(
      [
        [node("plain", [[act("book")]])],
        [
          node("plain", [[act("mail")]], { throws: 2 }),
          node("plain", [[act("order", { by: "tool" }), act("book")], [act("book")]]),
        ],
      ],
      { turns: [turn(), turn()], onIrreversible: "stop" },
    ),
  "a subgraph that continued where it was, and whose node was cut off by a run that was given up, holds its acts":
    program(
      [
        [
          node("plain", [[act("mail", { slow: true })]], { retries: true, throws: 2 }),
          node("subgraph", [[act("book"), act("book")], [act("book", { late: true })]]),
        ],
      ],
      { onIrreversible: "stop", undoFailures: { book: 1 }, stops: [{ at: 22, landed: false, aborts: true }] },
    ),
  "an order that the last attempt of a turn never called may have taken place: its process ended too early to tell":
    program(
      [
        [
          node("plain", [
            [
              act("order", { by: "tool" }),
              act("look", { fails: { landed: false, times: 99, caught: false } }),
            ],
          ]),
        ],
      ],
      { turns: [turn(), turn()], resumesBy: "resumeRollback" },
    ),
  "the same of an order that only retries call": program(
    [
      [
        node("plain", [
          [
            act("order", { by: "tool", when: "again" }),
            act("look", { fails: { landed: false, times: 99, caught: false } }),
          ],
        ]),
      ],
    ],
    { turns: [turn(), turn()], maxRollbacks: 3 },
  ),
  "a letter takes place whose node threw, if a human declines the rollback and releases it": program(
    [[node("plain", [[act("letter")]], { throws: 1 })]],
    { answers: ["release"], turns: [turn(), turn()] },
  ),
  "the same of a letter whose node was cut off because the node beside it threw": program(
    [
      [
        node("plain", [[act("book")]], { throws: 2 }),
        node("plain", [[act("letter")], [act("look", { slow: true })]]),
      ],
    ],
    { maxRollbacks: 2, answers: [true, "release"] },
  ),
  "an earlier turn's order stays where a later turn that ordered the same threw, and was continued": program(
    [
      [node("plain", [[act("order", { fails: { landed: true, times: 99, caught: false } })], [act("book")]])],
      [node("plain", [[act("book")]])],
    ],
    { turns: [turn(), turn()], continues: 2 },
  ),
  "what was released is not said to be held if the run that continues is declined": program(
    [
      [node("plain", [[act("book")]], { throws: 1 })],
      [
        node("plain", [[act("book", { slow: true, fails: { landed: false, times: 1, caught: false } })]], {
          throws: 2,
        }),
        node("guarded", [[act("book")]]),
      ],
    ],
    { answers: [false, true], onUnaccepted: "release", continues: 2 },
  ),
  "what a called task did is undone in the end where two runs that threw were declined and continued":
    program(
      [
        [node("tasks", [[act("book")]], { throws: 2 }), node("plain", [[act("book")]])],
        [node("plain", [[act("book")]])],
      ],
      { answers: [false, false], continues: 2 },
    ),
  "the attempt is returned that has done what an earlier turn's call may have done, which threw": program(
    [
      [
        node("plain", [[act("order", { when: "again", fails: { landed: false, times: 2, caught: true } })]], {
          asks: true,
        }),
      ],
    ],
    { turns: [turn(3), turn(2)], answers: [true, true] },
  ),
};
