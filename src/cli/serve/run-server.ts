/** Runs the server until a signal asks it to stop, then drains it. */
import { access, constants } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { createSecureContext } from 'node:tls';
import pino, { type Logger } from 'pino';
import { DEFAULT_SCORER } from '../../engine/session/scorers.js';
import { messageOf, TurnwireError } from '../../protocol/errors.js';
import { generateApiKey } from '../../server/api-keys.js';
import { checkAddress } from '../../server/listen.js';
import { createEngineSource } from '../../server/real-engines.js';
import { DEFAULT_LIMITS } from '../../server/server-options.js';
import { createServer, type Server } from '../../server/server.js';
import { makeOutputDir, outputError } from '../../sinks/index.js';
import { readPoints } from '../options/chosen-points.js';
import { readBytes, readText } from '../options/file-options.js';
import { onStopSignal } from '../terminal/interruption.js';
import type { ServeFlags } from './serve-flags.js';
import { wholeNumber } from '../options/number-options.js';
import { checkScorer } from '../options/scorer-option.js';
import { allowedOrigins } from './allowed-origins.js';

/** Default limits for each inference thread, chosen by hand; `node bench/serve.mjs` measures the load. A larger value makes all sessions late. */
const STREAMS_PER_WORKER = 12;
const ROOMS_PER_WORKER = 3;

/** @returns the exit code: 0 after a drain. */
export async function serve(flags: ServeFlags): Promise<number> {
  const port = wholeNumber(flags.port, '--port', 0, 65_535);
  const drainSec = wholeNumber(flags.drainS, '--drain-s', 0, 86_400);
  const workers = wholeNumber(flags.workers, '--workers', 1, 256) ?? availableParallelism();
  const limits = {
    ...DEFAULT_LIMITS,
    maxSessions: wholeNumber(flags.maxSessions, '--max-sessions', 1, 100_000) ?? STREAMS_PER_WORKER * workers,
    maxRooms: wholeNumber(flags.maxRooms, '--max-rooms', 0, 10_000) ?? ROOMS_PER_WORKER * workers,
  };
  const { scorer = DEFAULT_SCORER } = flags;
  checkScorer(scorer);
  const allowOrigins = allowedOrigins(flags.allowOrigin);
  const tls = await readTls(flags);
  if (flags.record !== undefined) await checkFolder('--record', flags.record);
  const { points, policies } = await readPoints(flags.points, scorer);
  const configured = await readKeys(flags);
  const apiKeys = configured.length > 0 ? configured : [generateApiKey()];
  const log = createLog(flags.logLevel);

  await checkAddress({ host: flags.host, port });
  const engines = await createEngineSource({
    workers,
    choices: { scorer, transcript: flags.transcript, points, policies },
  });
  let server: Server;
  try {
    server = await createServer({
      host: flags.host,
      port,
      apiKeys,
      tls,
      points,
      engines,
      log,
      recordDir: flags.record,
      allowOrigins,
      limits,
    });
  } catch (error) {
    await engines.close();
    throw error;
  }
  announce(server.url, configured.length > 0 ? undefined : apiKeys[0]!);
  log.info(
    { url: server.url, workers, maxSessions: limits.maxSessions, maxRooms: limits.maxRooms },
    'listening',
  );
  const signal = await stopSignal();
  log.info({ signal, drainSec }, 'draining');
  await server.drain(drainSec);
  log.info('stopped');
  return 0;
}

/** Tells the person on stderr where the server is. A generated key is shown here and nowhere else. */
function announce(url: string, generatedKey: string | undefined): void {
  const lines = [`serving on ${url} (sockets on ${url.replace('http', 'ws')}/v2/stream and /v2/room)`];
  if (generatedKey) {
    lines.unshift(`no key was given; this run's key is what follows "#key=" in ${url}/#key=${generatedKey}`);
  }
  process.stderr.write(lines.map((line) => `turnwire: ${line}\n`).join(''));
}

function stopSignal(): Promise<string> {
  return new Promise((resolve) => void onStopSignal(resolve));
}

/** A second safeguard: no log line should contain these fields, and if one does, pino removes them. */
function createLog(level: string): Logger {
  const secret = ['api_key', 'apiKey', 'key', 'text', 'audio', 'messages', 'headers'];
  const paths = secret.flatMap((name) => [name, `*.${name}`]);
  return pino(
    { level, base: undefined, redact: { paths, remove: true } },
    pino.destination({ dest: 2, sync: true }),
  );
}

async function readKeys(flags: ServeFlags): Promise<string[]> {
  const fromFile = flags.apiKeyFile === undefined ? '' : await readText(flags.apiKeyFile, '--api-key-file');
  const keys = [
    ...(flags.apiKey ?? []),
    ...(process.env.TURNWIRE_API_KEYS ?? '').split(','),
    ...fromFile.split('\n'),
  ]
    .map((key) => key.trim())
    .filter((key) => key !== '');
  if (flags.apiKeyFile !== undefined && fromFile.trim() === '') {
    throw new TurnwireError('usage', 'no_keys', `--api-key-file: ${flags.apiKeyFile} holds no key`);
  }
  return keys;
}

async function readTls(flags: ServeFlags): Promise<{ cert: Buffer; key: Buffer } | undefined> {
  const { tlsCert, tlsKey } = flags;
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new TurnwireError('usage', 'tls_half', 'TLS needs both --tls-cert and --tls-key');
  }
  const tls = { cert: await readBytes(tlsCert, '--tls-cert'), key: await readBytes(tlsKey, '--tls-key') };
  try {
    createSecureContext(tls);
  } catch (error) {
    const text = `--tls-cert ${tlsCert} and --tls-key ${tlsKey} are not a PEM certificate and its key: ${messageOf(error)}`;
    throw new TurnwireError('usage', 'bad_tls', text, { cause: error });
  }
  return tls;
}

/** Makes the folder and checks that it can be written, so that no session finds out later. */
async function checkFolder(flag: string, folder: string): Promise<void> {
  try {
    makeOutputDir(folder);
    await access(folder, constants.W_OK);
  } catch (error) {
    const text = `${flag}: ${outputError(folder, error).message}`;
    throw new TurnwireError('usage', 'output_not_writable', text, { cause: error });
  }
}
