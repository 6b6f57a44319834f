// Which folder of a package may import which: the one table of directions, which check-layers.mjs holds the code to.

/** Packages from the ground floor up: a package may use packages of lower floors, never of its own floor or above. */
export const floors = [
  ["packages/attribution"],
  ["packages/attributors", "packages/rollback"],
  // A queue and workers, for those who have many machines. Nothing of the floors above needs it.
  ["packages/workers"],
  // The base of all examples.
  ["examples/simulation"],
  // The command line runs this example as its demo, and its bundle takes it in.
  ["packages/inspector", "examples/gsm8k-team"],
  // Two more examples that the experiments run.
  ["examples/macnet", "examples/dylan"],
  // Measurements. The command line shows some of them; experiments start the command as a process.
  ["packages/lab"],
  ["packages/cli"],
];

/** The rooms of attribution that all others stand on: numbers, and a run's steps as data. */
const ground = ["conformal", "trajectory"];

// Rooms that several others may use. `planning` is shared by the driver, the graph and the middleware.
const facts = ["errors", "langgraph", "steps"];
const branch = [...facts, "recording", "reading"];
const decided = [
  ...branch,
  "verifiers",
  "rewinding",
  "effects",
  "history",
  "replanning",
  "approving",
  "policies",
  "workspace",
  "requests",
  "setup",
];
const attempts = [...decided, "answers", "planning", "streams", "locking", "watching"];

/** One attempt, by what happens to it. */
const parts = {
  attempt: [],
  tell: ["attempt"],
  run: ["attempt", "tell"],
  decide: ["attempt", "tell"],
  end: ["attempt"],
  back: ["attempt", "end"],
  open: ["attempt", "tell", "decide", "end", "back"],
};
const partRooms = (names) => names.map((name) => `attempts/${name}`);
const attempted = [...partRooms(Object.keys(parts)), "attempts"];

/** Rooms that every command of the command line may use. */
const commands = ["errors", "terminal", "files", "options", "formats", "data"];

/** Rooms that every view of the inspector's page may use. */
const views = ["../../src/shared", "routing", "data", "parts"];

/**
 * For a folder of sources, its rooms from the ground floor up, each with the rooms that it may import. A room is a
 * folder. Files that lie in none are called "." here, and may import every room of their folder. A folder elsewhere
 * that may be imported is a room, too, by its path. A package that is not named here has no rooms.
 */
export const rooms = {
  "packages/attribution/src/conformal": { sets: ["."], evaluation: [".", "sets"] },
  "packages/attribution/src": {
    conformal: [],
    trajectory: [],
    errors: [...ground],
    // Values without what must not leave the machine, or stay in a database.
    redaction: ["errors"],
    draws: [...ground],
    arithmetic: [...ground],
    features: [...ground, "arithmetic"],
    logit: [...ground, "draws"],
    scorers: [...ground, "errors", "features", "logit"],
    ensemble: [...ground, "errors", "draws", "features", "logit", "scorers"],
    // Marks of any judge as suspicion, by weights that ship.
    marks: [...ground, "errors", "features", "logit", "scorers", "ensemble"],
    recorded: [...ground, "errors", "scorers", "marks"],
    // Conclusions from scores and histories about mistakes, as probabilities: pure mathematics.
    beliefs: [...ground],
    // A scorer from retries and replays, with or without labels.
    outcomes: [...ground, "errors", "draws", "features", "logit", "scorers", "beliefs"],
    files: [...ground, "errors"],
    calibrating: [...ground, "errors", "draws", "files", "scorers", "ensemble", "beliefs"],
    // Verifiers held to a bound by labelled runs: what their scores are worth.
    verdicts: [...ground, "errors", "draws", "files", "logit"],
    // Runs that go wrong, stopped while they run, with a bound on the right ones that are.
    alarms: [...ground, "errors", "features", "files", "logit", "scorers", "verdicts"],
    // After which rollback failed runs are recovered, from verdicts alone.
    recovery: [...ground, "errors", "files"],
    // An agent's own failures, retries and verdicts: what they teach, and what follows for its next runs.
    learning: [...ground, "errors", "features", "scorers", "beliefs", "outcomes", "calibrating", "recovery"],
    // Whether rollback pays, by what tasks or recorded runs show: figures and advice.
    pilots: [...ground, "errors", "files", "verdicts", "recovery"],
    // Failed runs that are alike.
    grouping: [...ground],
    // Everything that is promised of an agent's runs, as one line.
    promises: [...ground, "verdicts", "pilots", "recovery", "alarms"],
    attributing: [...ground, "errors", "draws", "scorers", "calibrating"],
    testing: [...ground, "scorers", "calibrating"],
  },
  "packages/attributors/src": {
    errors: [],
    "asking/text": ["errors"],
    "asking/question": ["asking/text"],
    "asking/answer": [],
    "asking/model": ["errors", "asking/text", "asking/question", "asking/answer"],
    "asking/cache": ["asking/question", "asking/answer"],
    "asking/cassette": ["errors"],
    asking: ["errors", "asking/text", "asking/question", "asking/answer", "asking/model", "asking/cache"],
    finding: ["asking", "asking/text", "asking/question"],
    methods: ["errors", "asking", "asking/text", "asking/question", "asking/model", "finding"],
    testing: ["finding"],
  },
  "packages/rollback/src": {
    errors: [],
    langgraph: ["errors"],
    steps: ["langgraph"],
    streams: facts,
    recording: facts,
    reading: [...facts, "recording"],
    locking: ["errors", "langgraph", "recording"],
    // Verifiers to choose from, and what they are calibrated by.
    verifiers: ["errors", "langgraph", "steps", "reading"],
    rewinding: branch,
    policies: [],
    // Files of a folder: stored as they are at a moment, and put back.
    workspace: ["errors"],
    // Effects of tools and nodes outside of the graph: declared, noted down, undone.
    effects: branch,
    // Answers of models and tools: recorded, read, and given in place of calls.
    answers: branch,
    history: [...branch, "verifiers", "rewinding", "policies", "effects", "workspace"],
    // Requests of a model to go back: the tool that makes them, and the attempts that take them.
    requests: [...facts, "effects"],
    replanning: [...facts, "reading", "verifiers", "rewinding", "history", "effects"],
    // Lessons of recovered runs, as records and as a text for the next run.
    lessons: [...branch, "history", "replanning"],
    // What a thread does not need any more: found, told and deleted.
    pruning: [...branch, "history", "effects", "answers", "locking", "workspace"],
    // A human's word on a rollback: the question, where it waits, and the answer.
    approving: [...branch, "rewinding", "effects", "history"],
    // Where an agent keeps what its own runs have taught.
    learning: [...branch, "history"],
    setup: [
      ...branch,
      "verifiers",
      "answers",
      "learning",
      "rewinding",
      "history",
      "replanning",
      "locking",
      "policies",
      "effects",
      "approving",
      "workspace",
    ],
    // What the retries of earlier runs say of their mistakes.
    outcomes: [...branch, "history"],
    // Figures over all runs of a database.
    stats: [...branch, "history"],
    planning: decided,
    // Attempts looked at while they run, and stopped early.
    watching: [...facts, "effects", "verifiers", "history", "setup"],
    ...Object.fromEntries(
      Object.entries(parts).map(([part, others]) => [
        `attempts/${part}`,
        [...attempts, ...partRooms(others)],
      ]),
    ),
    attempts: [...attempts, ...partRooms(Object.keys(parts))],
    // A failed run tried again on a copy.
    replay: [...attempts, ...attempted, "answers"],
    // What an agent's runs teach it, in the background.
    loop: [...attempts, ...attempted, "learning", "outcomes", "replay"],
    calls: [...facts, "recording", "streams", "history", "locking", "approving", "setup", ...attempted],
    graph: [...attempts, ...attempted, "calls", "loop"],
    faults: [...attempts, ...attempted],
    // Actions of people on runs: on a page, in a terminal, by code.
    operating: [".", ...attempts, ...attempted, "calls", "pruning", "replay"],
    // How a run of a queue goes on, whichever process has worked on it.
    queues: [...attempts, ...attempted, "calls", "operating"],
    // Whether rollback pays: an agent run with it on tasks whose right results are known.
    pilots: [".", "errors", "langgraph", "steps", "history", "planning", "setup", "verifiers", "policies"],
    // Spans, events and metrics by OpenTelemetry: an entry of its own, which alone loads that.
    telemetry: [...branch, "history", "verifiers", "effects", "setup"],
    middleware: [...decided.filter((room) => room !== "recording"), "planning", "watching"],
    testing: [".", ...branch, "rewinding", "answers", "history", "locking", "policies", "workspace"],
  },
  "examples/simulation/src": {
    problems: ["."],
    mistakes: ["problems"],
    // Texts of an agent when it is its turn, right or wrong.
    turns: ["problems", "mistakes"],
    model: ["mistakes"],
    // Whole solutions in one message: written, read, revised, chosen among.
    solutions: ["problems", "mistakes", "turns", "model"],
    // A system with rollback and without it.
    trials: ["problems"],
    // An agent's conversation, and lines of text that tell of it.
    story: [],
    testing: [],
  },
  "packages/inspector/src": {
    shared: [],
    // Files that attempts changed, with differences.
    files: ["shared"],
    source: ["shared", "files"],
    labels: ["shared", "source"],
    calibration: ["shared", "source", "labels"],
    // Results of recorded runs and of pilots on tasks about rollback.
    pilots: ["shared", "source", "labels"],
    // Everything that is promised of the agent, and what was observed of it.
    promises: ["shared", "source", "labels", "pilots"],
    // What agents have learnt from their own runs, and what each version did.
    learning: ["shared", "source", "pilots"],
    // Figures over all runs.
    stats: ["shared", "source"],
    // The list of threads: what is known of it, and what a search finds.
    listing: ["shared", "source"],
    // Replays from files and what-ifs, beside the runs that they are of.
    replays: ["shared", "source"],
    // What methods that ask models said of attempts, from files.
    findings: ["shared", "source"],
    // Actions of a person on a thread, from the page.
    acting: ["shared", "source", "replays"],
    picture: ["shared"],
    // Threads, runs and steps as text for a terminal.
    texts: ["shared", "replays"],
    // Not "page": the page is built into dist/page.
    "built-page": ["."],
    // Why steps were suspected, where a scorer at hand can tell.
    explaining: ["shared", "source"],
    // Questions of a coding assistant about recorded runs.
    asking: ["shared", "source", "explaining", "labels", "listing", "promises"],
    report: ["shared", "source", "explaining", "labels", "calibration", "promises", "built-page"],
    server: [
      "shared",
      "acting",
      "source",
      "explaining",
      "labels",
      "calibration",
      "learning",
      "stats",
      "listing",
      "pilots",
      "promises",
      "built-page",
      "replays",
      "findings",
      "report",
    ],
    testing: ["shared", "source"],
  },
  "packages/inspector/page/src": {
    "../../src/shared": [],
    styles: [],
    routing: [],
    data: ["../../src/shared", "routing"],
    parts: ["../../src/shared", "routing"],
    chart: ["parts"],
    calibration: [...views, "chart"],
    compare: views,
    // What methods that ask models said of an attempt.
    findings: views,
    label: [...views, "findings"],
    pilot: views,
    // What was seen of an attempt while it ran.
    watch: [...views, "chart"],
    // Actions of a person on a thread.
    acting: views,
    queue: [...views, "acting"],
    threads: views,
    thread: [...views, "acting", "findings", "label", "compare", "watch"],
    // Failures over all runs.
    agent: [...views, "thread"],
    pages: [...views, "agent", "calibration", "compare", "label", "pilot", "queue", "thread", "threads"],
    shell: ["routing", "data", "parts"],
  },
  "packages/cli/src": {
    errors: [],
    terminal: [],
    files: ["errors"],
    options: [],
    // Layouts that others publish traces in.
    formats: ["errors"],
    data: ["errors", "terminal", "files", "options", "formats"],
    attributors: commands,
    import: commands,
    export: commands,
    // A queue in Postgres, by a package that is not always there.
    queues: commands,
    doctor: [...commands, "queues"],
    work: [...commands, "queues"],
    enqueue: [...commands, "queues"],
    attribute: [...commands, "attributors"],
    evaluate: [...commands, "attributors"],
    // Agents and recorded runs of every command that replays.
    replaying: commands,
    calibrate: [...commands, "attributors", "evaluate", "replaying"],
    report: commands,
    threads: commands,
    show: commands,
    mcp: commands,
    completion: commands,
    inspect: [...commands, "queues", "doctor", "replaying"],
    pilot: [...commands, "replaying"],
    replay: [...commands, "replaying"],
    recovery: [...commands, "replaying"],
    prune: commands,
    // How a person acts on a run by a command.
    acting: commands,
    rewind: [...commands, "replaying", "acting"],
    answer: [...commands, "acting"],
    fork: [...commands, "acting"],
    delete: [...commands, "acting"],
    effects: [...commands, "replaying", "acting"],
    stats: [...commands, "replaying"],
    "changed-files": [...commands, "replaying"],
    learn: [...commands, "replaying"],
    label: [...commands, "replaying"],
    demo: [...commands, "inspect"],
  },
  "packages/lab/src": {
    errors: [],
    charts: [],
    attributors: ["errors"],
    documents: [],
    systems: [],
    // A real model, within a budget and with its answers kept.
    asking: ["errors", "systems"],
    failures: ["errors", "systems"],
    arms: ["systems", "failures"],
    scorers: [],
    // Labels and scores drawn without a graph.
    simulated: ["failures"],
    experiments: [
      "errors",
      "systems",
      "asking",
      "failures",
      "arms",
      "scorers",
      "simulated",
      "documents",
      "charts",
    ],
    // All figures as one compressed file.
    archive: ["experiments"],
    // The numbers that packages/attribution ships, made from labelled data.
    "mark-weights": ["experiments"],
    "repeated-tasks": ["systems"],
  },
};
