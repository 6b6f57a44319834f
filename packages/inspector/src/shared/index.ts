export { FILTERS as THREAD_FILTERS } from "./listing/thread-list.ts";
export { EARLIEST_UNRECOVERED, LAST_RECOVERING_START, REPLAY, RIGHT_OR_WRONG } from "./labels/label.ts";
export { svgElement } from "./picture/svg-element.ts";
export type { Svg, SvgAttributes } from "./picture/svg-element.ts";
export { shownAddress } from "./words/shown-address.ts";
export {
  calibratedWords,
  pilotNotes,
  pilotRows,
  recordedAlarmRows,
  thresholdTable,
  unreadableThreads,
  verifierWords,
} from "./words/pilot-words.ts";
export { ACCEPTANCE_NOTES, acceptanceFigures } from "./words/acceptance-words.ts";
export { deletionLines } from "./words/deletion-lines.ts";
export { counted } from "./words/counted.ts";
export { fileStateWords } from "./words/file-words.ts";
export { explanationWords, topExplanation } from "./words/explanation-words.ts";
export { forecastWords, keepsNothing } from "./words/forecast-words.ts";
export { inertText } from "./words/inert-text.ts";
export { plainLine } from "./words/plain-line.ts";
export { wrapped } from "./words/wrapped.ts";
export { unreadInWords } from "./words/origin-words.ts";
export { printable } from "./words/printable.ts";
export { quotable } from "./words/quotable.ts";
export { unreadableWords } from "./words/unreadable-words.ts";
export { excludedWords } from "./words/excluded-words.ts";
export { promiseOf } from "./words/promise-words.ts";
export { stoppedEarlyWords } from "./words/stopped-early-words.ts";
export { trendWords } from "./words/trend-words.ts";
export { alarmPilotTable, taskPilotNotes, taskPilotRule, taskPilotTable } from "./words/task-pilot-words.ts";
export { scoreFigure } from "./words/score-figure.ts";
export { stepsInWords } from "./words/steps-in-words.ts";
