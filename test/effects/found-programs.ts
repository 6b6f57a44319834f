import { act, failsFirst, node, program } from "./program-parts.ts";
import type { Program } from "./program.ts";

const twoBooks = [act("book"), act("book")];
const twoOrders = [act("order"), act("order")];
/** Programs that broke a law once, shrunk. */
export const FOUND: Readonly<Record<string, Program>> = {
  "what a subgraph's tools did before a retry ran the subgraph anew is undone": program([
    [node("tools", [[act("book")]], { retries: true, throws: 1 }), node("plain", [[act("book")]])],
  ]),
  "a retry that ran a subgraph anew is not cut in two by a rewind into it": program(
    [[node("tools", [[act("book")]], { retries: true, throws: 2 })]],
    { starts: [3 / 7, 0, 0] },
  ),
  "what a try left behind is undone by `resumeRollback` where its `undo` failed when the run was given up":
    program(
      [
        [node("plain", [[act("book", { by: "tool" }), act("book")]], { retries: true, throws: 1 })],
        [node("plain", [[act("mail"), act("book")]])],
      ],
      { failures: 1, onIrreversible: "stop", undoFailures: { book: 1 } },
    ),
  "what a subgraph has kept stands if the process stopped before a retry ran it anew": program(
    [
      [
        node(
          "subgraph",
          [[act("book")], [act("book", { fails: { landed: false, times: 1, caught: false } })]],
          {
            retries: true,
          },
        ),
      ],
    ],
    { stops: [{ at: 22, landed: true }] },
  ),
  "what a subgraph did before a retry ran it anew is undone where the process stopped after the retry":
    program([[node("subgraph", [[act("book")], [act("book")]], { retries: true, throws: 1 })]], {
      stops: [{ at: 43, landed: true }],
    }),
  "what an aborted task did, whose values were stored, is kept by the resumed run": program(
    [
      [node("plain", [[act("book", { by: "tool" }), act("book")]], { retries: true, throws: 1 })],
      [node("plain", [[failsFirst]]), node("plain", [[act("mail"), act("book")]])],
    ],
    { failures: 1, onIrreversible: "stop", undoFailures: { book: 1 } },
  ),
  "what a subgraph that ran anew took over goes back where it was if the process stopped in the middle":
    program(
      [
        [
          node("subgraph", [[act("order"), act("book")], [act("book")]], { retries: true, throws: 1 }),
          node("plain", [[act("book")]]),
        ],
        [node("plain", [[act("book")]])],
      ],
      { stops: [{ at: 40, landed: true }] },
    ),
  "what a subgraph did that continues in a retry is kept, and what its first run did is undone": program(
    [
      [
        node("plain", [[act("book")]]),
        node("tools", [[act("book")], [act("book")]], { retries: true, throws: 2 }),
      ],
      [node("plain", [[act("book")]])],
    ],
    { stops: [{ at: 48, landed: false }] },
  ),
  "what a subgraph may need to continue is not undone when its task threw for good": program(
    [[node("tools", [[act("book")], [act("mail")]], { retries: true, throws: 2 })]],
    { onIrreversible: "stop", undoFailures: { book: 1 } },
  ),
  "a run that continues another and is judged before it has a checkpoint is found again": program(
    [
      [
        node("plain", [[act("order", { when: "first" })], [act("book")]]),
        node("plain", [
          [act("poke", { fails: { landed: false, times: 99, caught: false } }), act("book")],
          [act("book")],
        ]),
      ],
    ],
    {
      undoFailures: { order: 1 },
      stops: [
        { at: 72, landed: false },
        { at: 56, landed: false },
      ],
    },
  ),
  "an order that a retry took over stays if the run continues with what was before the retry": program(
    [
      [
        node("tools", [[act("order"), act("book", { when: "again" })]], {
          retries: true,
          throws: 1,
        }),
      ],
      [node("plain", [[act("book")]])],
    ],
    {
      stops: [
        { at: 14, landed: true },
        { at: 38, landed: false },
      ],
    },
  ),
  "an order that failed is not undone where a retry's order has its key": program(
    [
      [node("invoked", [[act("book")]], { throws: 1 })],
      [
        node(
          "invoked",
          [[act("order", { by: "tool", fails: { landed: false, times: 1, caught: false } })], [act("book")]],
          { retries: true },
        ),
      ],
    ],
    { stops: [{ at: 75, landed: true }] },
  ),
  "an order that is left for reuse is undone at the end, although one that failed before had its key":
    program(
      [
        [
          node(
            "invoked",
            [[act("order", { when: "first", fails: { landed: false, times: 1, caught: false } })]],
            { retries: true },
          ),
        ],
      ],
      { failures: 1 },
    ),
  "what a subgraph did that a rollback keeps beside what runs again is kept by the next rollback, too":
    program(
      [[node("tools", [[act("book")]]), node("plain", [[act("book", { slow: true })]], { throws: 2 })]],
      { maxRollbacks: 2, starts: [0.8, 2 / 3, 0] },
    ),
  "an order that a later node took over is not undone when that node runs again after a crash": program(
    [
      [
        node("subgraph", [[act("order", { arg: 1, by: "tool" })], [act("order", { arg: 1, by: "tool" })]]),
        node("plain", [[act("book")]]),
      ],
    ],
    {
      stops: [
        { at: 10, landed: false },
        { at: 35, landed: false },
      ],
    },
  ),
  "what a subgraph's task did that ended before the process stopped is kept": program(
    [[node("tools", [twoBooks])], [node("plain", [[act("book")]])]],
    { stops: [{ at: 23, landed: false }] },
  ),
  "equal orders of one node are one order: what is reused is not undone with its double": program(
    [[node("plain", [twoOrders, [act("book")]]), node("plain", [[act("book")]])]],
    { failures: 1 },
  ),
  "an order that failed is not undone where its double is left for reuse": program([
    [node("plain", [[failsFirst, act("order")], [act("book")]]), node("plain", [[act("book")]])],
  ]),
  "equal orders that a process left in the middle are one order": program(
    [[node("plain", [twoOrders, [act("book")]]), node("plain", [[act("book")]])]],
    { stops: [{ at: 10, landed: false }] },
  ),
  "an order that a retry of a subgraph took over is not cut off from the first run by a rewind into that":
    program(
      [
        [node("tools", [[act("order"), act("book", { when: "again" })]], { retries: true, throws: 2 })],
        [node("plain", [[act("book")]])],
      ],
      { starts: [3 / 7, 0, 0] },
    ),
  "nor is one whose first call threw: its key is that of the retry's": program(
    [
      [
        node(
          "tools",
          [
            [
              act("order", { fails: { landed: true, times: 1, caught: false } }),
              act("book", { when: "again" }),
            ],
            [act("look")],
          ],
          { retries: true, throws: 2 },
        ),
      ],
    ],
    { starts: [3 / 7, 0, 0] },
  ),
  "the same where the process stopped before, and two subgraphs run side by side": program(
    [
      [
        node("tools", [[act("order", { slow: true })]], { retries: true, throws: 2 }),
        node("subgraph", [[act("book")]], { retries: true, throws: 2 }),
      ],
      [node("plain", [[act("book")]])],
    ],
    { maxRollbacks: 3, starts: [0, 1 / 3, 0], stops: [{ at: 7, landed: false }] },
  ),
  "an order that was left for reuse stands where the next attempt's order threw: nobody knows whether it took place":
    program(
      [
        [
          node("plain", [
            [act("order", { by: "tool", fails: { landed: false, times: 2, caught: true } }), act("book")],
            [act("order", { when: "first" })],
          ]),
        ],
      ],
      { failures: 1 },
    ),
  "an order that a retry of a subgraph took over is not cut off from the first run by a run that continues that":
    program(
      [[node("tools", [[act("order")]], { retries: true, throws: 2 }), node("plain", [[act("mail")]])]],
      { onIrreversible: "stop", continues: 2 },
    ),
  "a letter that was carried out is told so where the process stopped before its record": program(
    [[node("plain", [[act("mail"), act("letter")]])]],
    {
      failures: 1,
      onIrreversible: "stop",
      onUnaccepted: "release",
      stops: [{ at: 26, landed: true }],
    },
  ),
  "a stopped attempt whose rollback was declined takes the answer to its own question": program(
    [[node("plain", [[act("book")]], { asks: true })]],
    { answers: ["release", true], stop: { after: 1, late: 0 } },
  ),
  "a stopped attempt whose rollback was declined goes on where the thread stands, and runs nothing twice":
    program(
      [
        [node("plain", [[act("book")]]), node("plain", [[act("book")]])],
        [node("plain", [[act("book")]], { asks: true }), node("plain", [[act("book")]])],
      ],
      { answers: [false], stop: { after: 4, late: 0 } },
    ),
  "an attempt is stopped before the first task that another process would run": program(
    [[node("plain", [[act("book")]])]],
    { stop: { after: 1, late: 0 }, stops: [{ at: 8, landed: false }] },
  ),
  "the stop of an attempt that was stored with a task is an abort to the next process": program(
    [[node("plain", [[act("book")]])], [node("plain", [[act("poke")]]), node("guarded", [[act("book")]])]],
    { onIrreversible: "stop", stop: { after: 3, late: 4 }, stops: [{ at: 30, landed: false }] },
  ),
  "what a run released that was given up stands where the run that continues it rewinds to before it":
    program(
      [
        [node("plain", [[act("letter")]])],
        [
          node("plain", [[act("book")]], { throws: 2 }),
          node("plain", [[act("book", { late: true })]], { throws: 2 }),
        ],
      ],
      {
        maxRollbacks: 2,
        starts: [0, 0.5, 0],
        onUnaccepted: "release",
        continues: 2,
        stops: [
          { at: 24, landed: true },
          { at: 56, landed: true },
        ],
      },
    ),
  "a stopped attempt has no exception: where the retry throws, that one is thrown": program(
    [
      [
        node("plain", [
          [act("letter", { fails: { landed: false, times: 1, caught: false } })],
          [act("book", { fails: { landed: false, times: 1, caught: false } })],
        ]),
      ],
    ],
    { stop: { after: 1, late: 0 } },
  ),
};
