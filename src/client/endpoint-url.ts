/** The addresses of a service, from whatever a person has at hand: base URL or full path of an endpoint, ws or http. */
import { TurnwireError } from '../protocol/errors.js';
import { ENDPOINTS, type Endpoint } from '../protocol/names.js';

export interface EndpointUrl {
  readonly url: string;
  readonly endpoint: Endpoint;
}

const SCHEMES: Readonly<Record<string, string>> = {
  'ws:': 'ws://',
  'wss:': 'wss://',
  'http:': 'ws://',
  'https:': 'wss://',
};

/**
 * The socket of an endpoint.
 * @param endpoint used when the URL does not name one.
 */
export function endpointUrl(text: string, endpoint: Endpoint): EndpointUrl {
  const { scheme, base, search, named = endpoint } = addressOf(text);
  return { url: `${scheme}${base}/v2/${named}${search}`, endpoint: named };
}

/** `POST /v1/turn` of the same service. */
export function turnUrl(text: string): string {
  const { scheme, base, search } = addressOf(text);
  return `${scheme.replace('ws', 'http')}${base}/v1/turn${search}`;
}

/** @returns `base`: host and path before `/v2/…`; `named`: the endpoint that the path ends in. */
function addressOf(text: string): { scheme: string; base: string; search: string; named?: Endpoint } {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw badUrl(text);
  }
  const scheme = SCHEMES[url.protocol];
  if (!scheme) throw badUrl(text);
  const path = url.pathname.replace(/\/+$/, '');
  const named = ENDPOINTS.find((name) => path.endsWith(`/v2/${name}`));
  const prefix = named ? path.slice(0, -`/v2/${named}`.length) : path;
  return { scheme, base: `${url.host}${prefix}`, search: url.search, named };
}

function badUrl(text: string): TurnwireError {
  return new TurnwireError(
    'usage',
    'bad_url',
    `'${text}' is no service address: use ws://host:port or wss://host`,
  );
}
