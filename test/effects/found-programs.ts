import type { ActPlan, NodePlan, Program, TurnPlan } from "./program.ts";

const act = (name: ActPlan["name"], more: Partial<ActPlan> = {}): ActPlan => ({
  name,
  arg: 0,
  by: "effect",
  when: "always",
  slow: false,
  ...more,
});

const node = (
  kind: NodePlan["kind"],
  groups: NodePlan["groups"],
  more: Partial<NodePlan> = {},
): NodePlan => ({
  kind,
  groups,
  retries: false,
  throws: 0,
  ...more,
});

const turn = (failures = 0, starts: TurnPlan["starts"] = [0, 0, 0]): TurnPlan => ({ failures, starts });

/** Of one turn, unless told. */
const program = (
  layers: Program["layers"],
  { failures, starts, ...more }: Partial<Program & TurnPlan> = {},
): Program => ({
  layers,
  turns: [turn(failures, starts)],
  maxRollbacks: 1,
  onIrreversible: "allow",
  undoFailures: {},
  undoRetries: 0,
  stops: [],
  resumesBy: "invoke",
  ...more,
});

const twoBooks = [act("book"), act("book")];
const twoOrders = [act("order"), act("order")];
const failsFirst = act("order", { fails: { landed: false, times: 1, caught: false } });

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
};
