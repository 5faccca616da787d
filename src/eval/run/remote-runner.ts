/**
 * Runs sessions on a `/v2` service through the client, so that a hosted service and the local engines are measured by the
 * same code. Scores come from the call of the benchmark, `POST /v1/turn`.
 */
import { z } from 'zod';
import { bytesFromSamples } from '../../audio/index.js';
import {
  backoffMs,
  DEFAULT_BACKOFF,
  endpointUrl,
  KEY_REFUSED,
  streamRecording,
  turnUrl,
  UNREACHABLE,
  type Backoff,
} from '../../client/index.js';
import { sleep } from '../../client/sleep.js';
import { describeShape, visible } from '../../protocol/describe-shape.js';
import { messageOf, TurnwireError } from '../../protocol/errors.js';
import { wireEventSchema, type WireEvent } from '../../protocol/events.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { parseJson } from '../files/json-lines.js';
import { postJson, type Answer } from './post-json.js';
import {
  NEVER_REACHED,
  type ScoreRequest,
  type SessionRequest,
  type SessionRunner,
  type TimedScore,
} from './session-runner.js';

export interface RemoteService {
  /** Base address: ws, wss, http or https. */
  readonly url: string;
  readonly apiKey: string;
  /** PEM certificate to trust instead of those of the system. */
  readonly ca?: Buffer;
  /** Waits between attempts when the service is full. */
  readonly backoff?: Backoff;
  /** When aborted, the sessions and requests under way end early, with an error. */
  readonly signal?: AbortSignal;
}

export function createRemoteRunner(service: RemoteService): SessionRunner {
  let wasReached = false;
  const noteReached = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const answer = await work;
      wasReached = true;
      return answer;
    } catch (error) {
      const isUnreachable = error instanceof TurnwireError && error.code === UNREACHABLE;
      wasReached ||= !isUnreachable;
      if (!isUnreachable || wasReached) throw error;
      throw new TurnwireError('source', NEVER_REACHED, error.message, { cause: error });
    }
  };
  return {
    events: (request) => noteReached(streamSession(service, request)),
    scores: (request) => noteReached(scoreTurn(service, request)),
    close: async () => {},
  };
}

async function streamSession(service: RemoteService, request: SessionRequest): Promise<WireEvent[]> {
  const events: WireEvent[] = [];
  const { complete, close } = await streamRecording({
    url: endpointUrl(service.url, request.endpoint).url,
    start: { type: 'session.start', api_key: service.apiKey, ...request.start },
    socket: { ca: service.ca },
    backoff: service.backoff,
    signal: service.signal,
    audio: [request.audio],
    messages: request.controls.map(({ atSample, message }) => ({ atSample, message })),
    // As fast as the service reads: its events carry audio time.
    speed: Infinity,
    onEvent: ({ event }) => {
      // A line without an event has ended the session already.
      if (event) events.push(checkedEvent(event, service.url));
    },
  });
  if (complete) return events;
  throw new TurnwireError(
    'refused',
    'session_cut',
    `${service.url} closed the session '${request.name}' before its end: ${close.code} ${close.reason}`,
  );
}

function checkedEvent(event: unknown, url: string): WireEvent {
  const parsed = wireEventSchema.safeParse(event);
  if (parsed.success) return parsed.data;
  const what = visible(describeShape(event, parsed.error));
  throw new TurnwireError('protocol', 'bad_event', `${url} sent what is no event of the protocol: ${what}`);
}

async function scoreTurn(service: RemoteService, request: ScoreRequest): Promise<TimedScore[]> {
  if (request.endpoint !== 'stream')
    throw new TurnwireError(
      'usage',
      'no_room_scores',
      'a service gives scores of streams only; measure its rooms with --method service',
    );
  const address = turnUrl(service.url);
  const body = {
    audio_pcm16_b64: Buffer.from(bytesFromSamples(request.audio)).toString('base64'),
    messages: request.start.messages ?? [],
    inference_interval: request.intervalSec,
    sample_rate: SAMPLE_RATE_HZ,
  };
  const answer = await postUntilTaken(service, address, body);
  if (answer.status === 401)
    throw new TurnwireError('refused', KEY_REFUSED, `${address} does not know the key: see --api-key`);
  if (answer.status !== 200) throw refused(address, `${answer.status} ${answer.text.slice(0, 200)}`);
  return checkedScores(answer.text, address);
}

/** Posts again while the service is full (503, like 1013 on a socket), as often as `backoff` says. */
async function postUntilTaken(
  { apiKey, ca, backoff = DEFAULT_BACKOFF, signal }: RemoteService,
  address: string,
  body: unknown,
): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    const answer = await postJson(address, { 'x-api-key': apiKey }, body, { ca, signal }).catch(
      (cause: unknown) => {
        if (cause instanceof TurnwireError) throw cause;
        throw refused(address, messageOf(cause), cause);
      },
    );
    if (answer.status !== 503 || attempt >= backoff.retries) return answer;
    await sleep(backoffMs(backoff, attempt), signal);
  }
}

const scoresSchema = z.object({ events: z.array(z.unknown()) });
/** A number, or the text of one: the client of the benchmark takes both. */
const numberSchema = z.union([z.number(), z.string().trim().min(1).pipe(z.coerce.number())]);
const scoreSchema = z.object({ timestamp: numberSchema, p_eot: numberSchema });

/** Drops entries that are no scores, as the client of the benchmark does. @throws TurnwireError if none is left. */
function checkedScores(answer: string, address: string): TimedScore[] {
  const { events } = parseJson(answer, scoresSchema, `${address} gave no scores`);
  const scores = events.flatMap((event) => scoreSchema.safeParse(event).data ?? []);
  if (scores.length > 0) return scores;
  const what = events.length === 0 ? 'its list is empty' : 'no entry has timestamp and p_eot';
  throw new TurnwireError('source', 'no_scores', `${address} gave no scores: ${what}`);
}

function refused(address: string, why: string, cause?: unknown): TurnwireError {
  return new TurnwireError('refused', 'service_refused', `${address} gave no scores: ${why}`, { cause });
}
