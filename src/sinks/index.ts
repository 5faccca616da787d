export { identityOf, keepInputs, onAnyDisk } from './keep-inputs.js';
export {
  checkedLineLog,
  lineLogAtFirst,
  makeOutputDir,
  openEventLog,
  outputError,
  refuseUnwritable,
  writeFileAtomic,
  type EventLog,
  type LineLog,
} from './output-file.js';
export { LOG_EXTENSIONS, LOG_FORMATS, refuseWithoutWords, renderLog, type LogFormat } from './render-log.js';
export { noScoreLine, oneField, rttmLine, stmLine } from './scoring-files.js';
export {
  endOf,
  LAST_WORD_SEC,
  speechOf,
  userSpeechOf,
  UTTERANCE_GAP_SEC,
  utterancesOf,
  wordsOf,
  type Utterance,
  type Word,
} from './segments.js';
