/** Turns connection errors into sentences that say what to do. Node's own messages name OpenSSL functions or system calls. */
import { TurnwireError } from '../protocol/errors.js';

/** Fields of the errors of sockets and TLS. `cert` is present if the certificate is for other names. */
interface ConnectError extends Error {
  readonly code?: string;
  readonly syscall?: string;
  readonly cert?: { readonly subjectaltname?: string };
}

/** Error code if no connection to the service can be made. */
export const UNREACHABLE = 'service_unreachable';

export function unreachable(url: string, why: string): TurnwireError {
  return new TurnwireError('source', UNREACHABLE, `${url} cannot be reached: ${why}`);
}

/** @param url of a socket or of HTTP */
export function connectFailed(url: string, error: ConnectError): TurnwireError {
  return unreachable(url, whyOf(error, new URL(url).protocol));
}

/** Advice for a URL whose scheme is the wrong one of its pair. */
const OTHER: Readonly<Record<string, string>> = {
  'ws:': 'wss:// instead of ws://',
  'wss:': 'ws:// instead of wss://',
  'http:': 'https:// instead of http://',
  'https:': 'http:// instead of https://',
};

/** OpenSSL's codes for a certificate chain that ends in no trusted certificate. */
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
    // Node 24 and later append their own advice after a semicolon.
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
  // A reset without a system call is one before the first answer.
  if (code === 'ECONNRESET' && syscall === undefined) {
    if (message.includes('before secure TLS'))
      return 'it hung up before TLS was agreed: see that the port is one of TLS';
    return scheme === 'wss:' || scheme === 'https:'
      ? 'it hung up without an answer: see that the address is that of a /v2 service'
      : `it hung up without an answer: if it speaks TLS, use ${OTHER[scheme]}`;
  }
  if (code.startsWith('HPE_'))
    return 'it answers, but not in HTTP: see that the address is that of a /v2 service';
  // A host with several addresses fails with several errors and an empty message; its code remains.
  return oneLine(message) || code;
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');
