/** Makes a service's addresses from the URL a person gave: a base URL or the full path of an endpoint, with ws or http. */
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
 * The address of an endpoint's socket.
 * @param endpoint used if the URL names none.
 */
export function endpointUrl(text: string, endpoint: Endpoint): EndpointUrl {
  const { scheme, base, search, named = endpoint } = addressOf(text);
  return { url: `${scheme}${base}/v2/${named}${search}`, endpoint: named };
}

/** The address of `POST /v1/turn` at the same service. */
export function turnUrl(text: string): string {
  const { scheme, base, search } = addressOf(text);
  return `${scheme.replace('ws', 'http')}${base}/v1/turn${search}`;
}

/** @returns `base`: host and path up to `/v2/…`; `named`: the endpoint at the end of the path, if there is one. */
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
    `'${text}' is not the address of a service: use ws://host:port or wss://host`,
  );
}
