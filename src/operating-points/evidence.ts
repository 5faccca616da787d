/**
 * What the published points of each language other than English rest on: people's read speech in the languages that have some,
 * synthetic calls in the others. Read by published.ts and by `GET /v2/eot/profiles`.
 */
import { LANGUAGES } from '../protocol/languages.js';
import type { Endpoint } from '../protocol/names.js';
import { MULTILINGUAL_EVIDENCE } from './multilingual.js';
import type { EvidenceByLanguage, PublishedEvidence } from './point-evidence.js';
import { READ_SPEECH_EVIDENCE } from './read-speech.js';

function evidenceOn(endpoint: Endpoint): PublishedEvidence[] {
  const spoken = READ_SPEECH_EVIDENCE[endpoint];
  const hasSpeech = new Set(['en', ...spoken.flatMap(({ published_for }) => published_for)]);
  const withoutSpeech = LANGUAGES.filter((language) => !hasSpeech.has(language));
  return [...spoken, { published_for: withoutSpeech, ...MULTILINGUAL_EVIDENCE[endpoint] }];
}

export const EVIDENCE: EvidenceByLanguage = { stream: evidenceOn('stream'), room: evidenceOn('room') };
