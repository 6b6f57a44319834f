// Counts the names that the published entries export, and lists those that no other package imports and no document names.
// Such a name promises something that nobody has asked for. Fails if there is one, or if they are more than the ceiling.
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseAst } from "vite";
import { filesIn } from "./files-in.mjs";
import { workspaceFolders } from "./install.mjs";
import { root } from "./processes.mjs";

/**
 * The aim is 400. Later work may raise it, and says for which names. Raised for OverlaySaver, for redaction that two packages share, for two baseline scorers, for the replay laboratory, for fitOutcomeScorer with
 * FailureEvidence, TriedStart, joinEvidence, labelEvidence, readOutcomes and triedStarts, for retries that calibrate a verifier (acceptanceOf, Acceptance, acceptanceTable, RetriedTasks, collectRetries, CollectedRetries), and for promises about
 * recovery (calibrateRecovery, FailedRun, recoveryOf, RecoveryPromise, RecoveryCalibration with its reader and writer, the account's three functions and two types, comparePolicies with two types, readFailedRuns, CountedRuns), for FitFailures, and for the line of promises (promisesOf, PromiseLine, KnownPromises, ObservedRuns, promisesView, knownStart, knownRecovery, countFailedRuns, failedRunIn, RecordedFailure, acceptanceFigures, ACCEPTANCE_NOTES), and for policies on one's own failures (policyPilot, PolicyPilot, TriedFailure, TriedFrom, firstStarts), and for agents that learn from their own runs (learn, settleLearning, readLearning, AgentLearning, LearnOptions; evidenceRows, learnFrom, nextVersionAt, coldState, evidenceIn, learningStateIn, FEATURE_SET, learningView, learntWords and the six types of evidence and versions), and for files that go back with a run (GitMissingError, WorkspaceBusyError, FilesNotStoredError, FilesNotRestoredError, Workspace, testWorkspace), and for reading these files again (SnapshotsMissingError, withAttemptChanges, exportAttemptFiles, ChangedFile, readFilesView, FilesView, counted, fileStateWords), and for acts as they were noted down (readActs, RecordedAct), and for acts that dead processes have left (releasePending), and for many machines (leaseThreadLock with two errors, nextCall, standingOf, isMachineFailure, runsElsewhere, and the package of workers: rollbackQueue, rollbackWorker, examineQueue, their types and seven errors), for prune with its report and error, and for acting on runs (previewActions, ActionPreview, retryFrom, answerRollback, settleEffect, forkThread, stopRun, ActionRefusedError), and for where values came from (valueLinks, ValueLink, originOf, unreadFrom, unreadInWords), and for threads in a terminal (chosenThreads, threadsText, runText, stepText, originText, THREAD_FILTERS, wrapped), and for what fails most over all runs (readAgentStats, AgentStats, groupFailures, FailureGroup, trendWords, plainLine), and for requests of a model to go back (rollbackTool, RewindRefusedError, RewindRequestedError) and lessons (readLessons, lessonsNote, Lesson), and for telemetry (telemetry, TelemetryOptions, Telemetry, TelemetryMissingError), and for the names of telemetry (telemetryNames, telemetryAttributes, ATTRIBUTE_TYPES, TelemetryAttributes), and for questions about recorded runs (runTools, NotRecordedError), and for settings of methods by command (GivenSetting, METHOD_SETTINGS), and for people who act on runs of a queue (previewAnswer, lastRunOf, retryOfQueue), and for threads that people delete (deleteThread, ThreadDeletion, deletionLines), and for an early alarm (fitAlarm, calibrateAlarm, alarmOf, alarmsOf, alarmThreshold, stoppedAt, AlarmRun, AlarmCalibration with its reader and writer, fitProgressScorer, progressScores), and for log-probabilities of tokens (readLogprobs, StepLogprobs), and for retries on a copy (whatIf, WhatIfRules, replayTrajectory, whatIfText, whatIfRulesText), and for the ids of spans (readStoredSpans, StoredSpans), and for runs that are stopped early (alarmCourse, progressCourse, alarmId, parseAlarmCalibration, WatchOptions, PrefixScorer, StopRefusedError, StoppedEarlyError), and for steps by round (roundSteps), and for pilots of an alarm (alarmPilot, AlarmPair, AlarmPilot, RecordedAlarm, alarmPilotTable, recordedAlarmRows, stoppedEarlyWords).
 */
const CEILING = 741;

const SOURCE = "@langgraph-rollback/source";
const read = (file) => readFileSync(path.join(root, file), "utf8");
/** Names that a module exports; those of `export *` too. */
function namesOf(file) {
  const lang = file.endsWith("x") ? "tsx" : "ts";
  return parseAst(read(file), { lang }).body.flatMap((statement) => {
    if (statement.type === "ExportAllDeclaration")
      return namesOf(path.join(path.dirname(file), statement.source.value));
    if (statement.type !== "ExportNamedDeclaration") return [];
    const { declaration, specifiers } = statement;
    if (declaration == null) return specifiers.map(({ exported }) => exported.name);
    return (declaration.declarations ?? [declaration]).map(({ id }) => id.name);
  });
}

/** Every name of every published entry: `{ name, specifier, folder }`. */
function exportedNames() {
  return workspaceFolders().flatMap((folder) => {
    const { exports = {}, name, private: isPrivate } = JSON.parse(read(`${folder}/package.json`));
    if (isPrivate) return [];
    return Object.entries(exports).flatMap(([subpath, to]) =>
      namesOf(path.join(folder, to[SOURCE])).map((each) => ({
        name: each,
        specifier: name + subpath.slice(1),
        folder,
      })),
    );
  });
}

/** The imports of all packages, as "specifier name", each with the folders that have it. */
function importedNames() {
  const found = new Map();
  const note = (folder, specifier, name) => {
    const key = `${specifier} ${name}`;
    found.set(key, new Set([...(found.get(key) ?? []), folder]));
  };
  for (const folder of workspaceFolders())
    for (const file of filesIn(folder, /\.(ts|tsx|mjs)$/)) {
      const code = read(file);
      for (const [, named, specifier] of code.matchAll(/\{([^{}]*)\}\s*from\s*"([^"]+)"/g))
        for (const part of named.split(","))
          note(
            folder,
            specifier,
            part
              .trim()
              .replace(/^type /, "")
              .split(/\s+as\s+/)[0],
          );
      for (const [, named, specifier] of code.matchAll(/\{([^{}]*)\}\s*=\s*await import\(\s*"([^"]+)"/g))
        for (const part of named.split(",")) note(folder, specifier, part.trim().split(":")[0].trim());
      for (const [, specifier, name] of code.matchAll(/import\("([^"]+)"\)\.(\w+)/g))
        note(folder, specifier, name);
    }
  return found;
}

const CODE = /```[\s\S]*?```|`[^`\n]+`/g;

/** The names that documents have in code: in blocks and between backquotes. A word of their prose is no name. */
function documented() {
  const pages = ["README.md", ...filesIn("docs", /\.md$/).filter((file) => !file.includes("decisions"))];
  for (const folder of workspaceFolders()) pages.push(...filesIn(folder, /\.md$/));
  return new Set(
    pages.flatMap((page) => (read(page).match(CODE) ?? []).join(" ").match(/[A-Za-z_$][\w$]*/g) ?? []),
  );
}

/** Prints the count and what nobody uses. @returns an exit code */
export function countExportedNames() {
  const names = exportedNames();
  const imported = importedNames();
  const told = documented();
  const unused = names.filter(({ folder, name, specifier }) => {
    const by = [...(imported.get(`${specifier} ${name}`) ?? [])].filter((each) => each !== folder);
    return by.length === 0 && !told.has(name);
  });
  for (const { name, specifier } of unused) console.log(`nobody uses ${name} of ${specifier}`);
  console.log(`${names.length} exported names (at most ${CEILING}), ${unused.length} of them used by nobody`);
  return names.length > CEILING || unused.length > 0 ? 1 : 0;
}
