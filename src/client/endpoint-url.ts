/** The socket address of an endpoint, from whatever a person has at hand: base URL or full path, ws or http. */
import { TurnwireError } from '../protocol/errors.js';
import { ENDPOINTS, type Endpoint } from '../protocol/names.js';

export interface EndpointUrl {
  readonly url: string;
  readonly endpoint: Endpoint;
}

const SCHEMES: Readonly<Record<string, string>> = {
  'ws:': 'ws:',
  'wss:': 'wss:',
  'http:': 'ws:',
  'https:': 'wss:',
};

/** @param endpoint used when the URL does not name one. */
export function endpointUrl(text: string, endpoint: Endpoint): EndpointUrl {
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
  const full = named ? path : `${path}/v2/${endpoint}`;
  return { url: `${scheme}//${url.host}${full}${url.search}`, endpoint: named ?? endpoint };
}

function badUrl(text: string): TurnwireError {
  return new TurnwireError(
    'usage',
    'bad_url',
    `'${text}' is no service address: use ws://host:port or wss://host`,
  );
}
