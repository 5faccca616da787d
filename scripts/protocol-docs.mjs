// Writes the field tables of docs/protocol.md and the whole of docs/asyncapi.json from the zod schemas, so that
// both say what the server checks. `npm run docs` writes them; test/repo/protocol-docs.test.ts compares them.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import * as protocol from '../dist/protocol/index.js';

const PAGE = new URL('../docs/protocol.md', import.meta.url);
const ASYNCAPI = new URL('../docs/asyncapi.json', import.meta.url);

/** Every message of the protocol: its schema, who sends it, where. */
export const MESSAGES = [
  [
    'session.start',
    protocol
      .sessionStartSchema({ endpoint: 'stream', decodable: protocol.LANGUAGES })
      .required({ type: true, api_key: true }),
    'client',
    'both',
  ],
  ['agent.speech', protocol.agentSpeechSchema, 'client', 'both'],
  ['finalize', protocol.finalizeSchema, 'client', 'room'],
  ['session.end', protocol.sessionEndSchema, 'client', 'both'],
  ['session.started', protocol.sessionStartedSchema, 'service', 'both'],
  ['vad.start', protocol.vadStartSchema, 'service', 'both'],
  ['vad.end', protocol.vadEndSchema, 'service', 'both'],
  ['turn.end', protocol.turnEndSchema, 'service', 'both'],
  ['turn.resumed', protocol.turnResumedSchema, 'service', 'both'],
  ['bargein.onset', protocol.bargeinOnsetSchema, 'service', 'both'],
  ['bargein.class', protocol.bargeinClassSchema, 'service', 'both'],
  ['asr.partial', protocol.asrPartialSchema, 'service', 'room'],
  ['asr.final', protocol.asrFinalSchema, 'service', 'room'],
  ['asr.flushed', protocol.asrFlushedSchema, 'service', 'room'],
  ['asr.language', protocol.asrLanguageSchema, 'service', 'room'],
  ['language.switched', protocol.languageSwitchedSchema, 'service', 'room'],
  ['language.switch_recommended', protocol.languageSwitchRecommendedSchema, 'service', 'room'],
  ['language.summary', protocol.languageSummarySchema, 'service', 'room'],
  ['warning idle_timeout', protocol.idleTimeoutWarningSchema, 'service', 'both'],
  ['warning bad_message or bad_audio', protocol.badInputWarningSchema, 'service', 'both'],
  ['warning language_mismatch', protocol.languageMismatchSchema, 'service', 'room'],
  ['session.summary', protocol.sessionSummarySchema, 'service', 'both'],
];

/** What a field means if its name and type do not say it; `message.field` before `field`. */
const NOTES = {
  api_key: 'one of the keys that the server accepts',
  mode: 'sets expectations (voices in a room, backchannels), never the operating point',
  language: '`{"pin":"en"}`, `{"allowed":["en","es"]}` (decoding starts in the first), or `{"auto":true}`',
  'session.start.eot': '`{"profile":"cutoff_5pct"}` or `{"latency_budget_ms":600}`',
  'session.started.eot':
    'the operating point in use: `profile`, `mean_latency_ms`, `cutoff_rate` (a fraction), and whose figures they are, `basis`',
  signals: '`vad` and `eot` are always on; add `bargein`',
  idle_timeout_s: 'seconds without speech before the session closes; 0 or less: never',
  inference_interval: 'seconds between scoring steps, 0.02 to 1; event times fall on this grid',
  messages: 'stream only: `{role, content}`, newest last; the last 20 messages and 8000 characters are used',
  utterance_id: "the client's id of the agent's utterance, given back on barge-in events",
  phase: 'the agent starts or stops speaking at the end of the audio sent so far',
  tier: 'stream only',
  models: 'if `bargein` was asked for: the version of each model by its name',
  t: 'seconds of audio since the first sample, to the millisecond',
  speaker: '`user` on the stream, `room` in a room',
  'asr.partial.speaker': 'one voice; `spk_1` is the first to appear',
  'asr.final.speaker': 'one voice; `spk_1` is the first to appear',
  'asr.language.speaker': 'one voice',
  'language.switched.speaker': 'one voice',
  'language.switch_recommended.speaker': 'one voice',
  'warning language_mismatch.speaker': 'one voice',
  duration: 'seconds since `vad.start`',
  p_eot: 'end-of-turn score at this step, 0 to 1',
  latency_ms: 'milliseconds between `vad.end` and this event',
  by: '`score`: the score passes the threshold with the silence of the action delay alone; `timeout`: it passes only because the silence has grown, or the silence reached the timeout',
  profile: 'operating point in use',
  after_ms: 'milliseconds since the `turn.end` that this event cancels; at most 2000',
  agent_speaking: 'always true',
  class: '`claim`: the user wants the floor, stop speaking; `backchannel`: go on',
  p_claim:
    'probability of a claim, 0 to 1; null if the user stopped too soon to judge (then the class is `backchannel`)',
  decided_after_ms: 'milliseconds from onset to decision',
  'asr.partial.text':
    "the voice's newest words, still changing; replaces its previous partial; empty if its words went to another voice",
  'asr.final.text':
    "words that will not change; append them to the voice's transcript, with a space in between if the language uses spaces between words",
  'asr.partial.language': 'the language the voice is decoded in',
  'asr.final.language': 'the language the voice is decoded in',
  t0: 'seconds of audio when the first of these words began',
  t1: 'seconds of audio when the last of these words began; equals t0 if there is one word',
  'language.switched.language':
    'the language in which the voice is decoded from now on: one of the allowed list or, with `auto`, any that the room can decode',
  'language.switch_recommended.language':
    'the language the voice needs and the room cannot switch to by itself',
  'warning language_mismatch.language': 'the language the voice sounds like',
  'asr.language.language':
    "the language identified on the voice's last 3 s of solo speech, and nothing older",
  confidence: '0 to 1; languages of the `allowed` list count as four times as likely as others',
  speakers:
    'for each voice, its languages and the seconds of solo speech identified as each; empty if none was identified',
  close_in_s: 'seconds until the close; speech resets it',
  message: 'a sentence for a person',
  audio_s: 'seconds of audio received',
  turns: '`turn.end` events sent, cancelled ones included',
};

const ENVELOPE = new Set(['type', 'schema_version', 'seq']);

/** `| field | type | required | notes |` of one message, without the envelope every event has. */
export function fieldTable(name) {
  const [, schema] = MESSAGES.find(([candidate]) => candidate === name);
  const { properties, required = [] } = jsonSchema(schema);
  const rows = Object.entries(properties)
    .filter(([field]) => !ENVELOPE.has(field))
    .map(([field, type]) => {
      const note = (NOTES[`${name}.${field}`] ?? NOTES[field] ?? '') + defaultNote(type.default);
      return `| \`${field}\` | ${typeName(type)} | ${required.includes(field) ? 'yes' : 'no'} | ${note} |`;
    });
  if (rows.length === 0) return 'No fields of its own.';
  return ['| field | type | always | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** The default that the schema fills in, as a sentence; nothing for an empty list. */
function defaultNote(value) {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  return `. Default \`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

function typeName(schema) {
  if ('const' in schema) return `\`${JSON.stringify(schema.const).replaceAll('"', '')}\``;
  if (schema.enum)
    return schema.enum.length > 6 ? 'language code' : schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeName))].join(' or ');
  if (schema.type === 'array') return `array of ${typeName(schema.items)}`;
  return schema.type;
}

function jsonSchema(schema) {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  delete rest.additionalProperties; // Unknown fields are ignored on both sides.
  return rest;
}

/** The page with every `<!-- fields: NAME -->` table renewed. */
export function renderPage(page) {
  return page.replace(
    /<!-- fields: ([^>]+?) -->\n[\s\S]*?<!-- end -->/g,
    (_, name) => `<!-- fields: ${name} -->\n\n${fieldTable(name)}\n\n<!-- end -->`,
  );
}

export function asyncapi() {
  const key = (name) => name.replaceAll(' ', '_');
  const of = (sender, endpoint) =>
    MESSAGES.filter(([, , from, where]) => from === sender && (where === 'both' || where === endpoint));
  const audio = {
    name: 'audio',
    contentType: 'application/octet-stream',
    summary:
      'One source byte, 0, then 16 kHz mono PCM16 little-endian samples, any whole number of them, 1 MiB at most.',
    payload: { type: 'string', format: 'binary' },
  };
  const channels = {};
  const operations = {};
  for (const endpoint of protocol.ENDPOINTS) {
    const messages = {};
    for (const [name] of [...of('client', endpoint), ...of('service', endpoint)])
      messages[key(name)] = { $ref: `#/components/messages/${key(name)}` };
    channels[endpoint] = {
      address: `/v2/${endpoint}`,
      messages: { ...messages, audio: { $ref: '#/components/messages/audio' } },
    };
    const refs = (list) => list.map((name) => ({ $ref: `#/channels/${endpoint}/messages/${key(name)}` }));
    operations[`${endpoint}FromClient`] = {
      action: 'receive',
      channel: { $ref: `#/channels/${endpoint}` },
      messages: refs([...of('client', endpoint).map(([name]) => name), 'audio']),
    };
    operations[`${endpoint}ToClient`] = {
      action: 'send',
      channel: { $ref: `#/channels/${endpoint}` },
      messages: refs(of('service', endpoint).map(([name]) => name)),
    };
  }
  const components = Object.fromEntries(
    MESSAGES.map(([name, schema]) => [
      key(name),
      { name, contentType: 'application/json', payload: jsonSchema(schema) },
    ]),
  );
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'turnwire /v2',
      version: '2.0.0',
      description: 'Streaming turn detection and transcription. The prose is in protocol.md.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: { local: { host: 'localhost:8080', protocol: 'ws' } },
    channels,
    operations,
    components: { messages: { ...components, audio } },
  };
}

export const asyncapiText = () => `${JSON.stringify(asyncapi(), null, 2)}\n`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(PAGE, renderPage(readFileSync(PAGE, 'utf8')));
  writeFileSync(ASYNCAPI, asyncapiText());
}
