/** Why a service cannot be reached, in words that say what to do: Node's own name the function of OpenSSL, or a socket that hung up. */
import { TurnwireError } from '../protocol/errors.js';

/** What the socket and TLS report; `cert` comes with a certificate of other names. */
interface ConnectError extends Error {
  readonly code?: string;
  readonly syscall?: string;
  readonly cert?: { readonly subjectaltname?: string };
}

/** Error code of a service that there is no connection to. */
export const UNREACHABLE = 'service_unreachable';

export function unreachable(url: string, why: string): TurnwireError {
  return new TurnwireError('source', UNREACHABLE, `${url} cannot be reached: ${why}`);
}

/** @param url of a socket or of HTTP */
export function connectFailed(url: string, error: ConnectError): TurnwireError {
  return unreachable(url, whyOf(error, new URL(url).protocol));
}

/** The scheme that a person who gave the other one may have meant. */
const OTHER: Readonly<Record<string, string>> = {
  'ws:': 'wss:// instead of ws://',
  'wss:': 'ws:// instead of wss://',
  'http:': 'https:// instead of http://',
  'https:': 'http:// instead of https://',
};

/** OpenSSL's codes of a chain that ends in no certificate that is known here. */
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

function whyOf(error: ConnectError, scheme: string): string {
  const { code = '', syscall, cert, message } = error;
  if (UNTRUSTED.has(code)) {
    // Node 24 and later add advice of their own.
    const [what] = message.split(';');
    return `its certificate is not trusted here (${what}): name its PEM file with --ca, or in NODE_EXTRA_CA_CERTS`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `its certificate is not for this name: use one that it is for (${cert?.subjectaltname ?? 'it has none'})`;
  }
  if (code === 'EPROTO') {
    if (message.includes('wrong version number')) return `it does not speak TLS: use ${OTHER[scheme]}`;
    return `TLS fails: ${/SSL routines:[^:]*:([^:]+)/.exec(message)?.[1] ?? oneLine(message)}`;
  }
  // A connection that is reset later names the system call.
  if (code === 'ECONNRESET' && syscall === undefined) {
    if (message.includes('before secure TLS'))
      return 'it hung up before TLS was agreed: see that the port is one of TLS';
    return scheme === 'wss:' || scheme === 'https:'
      ? 'it hung up without an answer: see that the address is that of a /v2 service'
      : `it hung up without an answer: if it speaks TLS, use ${OTHER[scheme]}`;
  }
  if (code.startsWith('HPE_'))
    return 'it answers, but not in HTTP: see that the address is that of a /v2 service';
  // An address with several numbers fails with several errors, and no message of its own.
  return oneLine(message) || code;
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');
