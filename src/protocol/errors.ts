/**
 * The only error type that a user sees. `kind` says who must act and decides the exit code
 * (table below) and the WebSocket close code (reasons.ts).
 */
export type ErrorKind = 'usage' | 'source' | 'model' | 'protocol' | 'refused' | 'internal';

/** Thrown by every door of turnwire when it knows what went wrong. */
export class TurnwireError extends Error {
  readonly kind: ErrorKind;
  /** Stable machine-readable code, e.g. `audio_not_found`. */
  readonly code: string;

  /** @param message One sentence: what is wrong, where, what to do. */
  constructor(kind: ErrorKind, code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'TurnwireError';
    this.kind = kind;
    this.code = code;
  }
}

/** Recognisers that are installed and cannot be loaded. A service refuses their languages. */
export class UnloadableLanguages extends TurnwireError {
  /** @param languages those that cannot be decoded; at least one */
  constructor(
    readonly languages: readonly string[],
    cause: unknown,
  ) {
    const known = cause instanceof TurnwireError;
    super(known ? cause.kind : 'model', known ? cause.code : 'model_unloadable', messageOf(cause), { cause });
    this.name = 'UnloadableLanguages';
  }
}

/** Process exit code by kind; 0 is success, and 1 means that a check or comparison failed. */
export const EXIT_CODES = {
  usage: 2,
  source: 3,
  model: 4,
  protocol: 3,
  refused: 5,
  internal: 4,
} as const satisfies Record<ErrorKind, number>;

/** Exit code for anything thrown. Unknown errors count as internal. */
export function exitCodeOf(error: unknown): number {
  return error instanceof TurnwireError ? EXIT_CODES[error.kind] : EXIT_CODES.internal;
}

/** The message of anything thrown, without a stack. Errors of the file system are put into words. */
export function messageOf(error: unknown): string {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  const reason = typeof code === 'string' && syscall !== undefined ? FILE_REASONS[code] : undefined;
  if (reason) return reason;
  return error instanceof Error ? error.message : String(error);
}

/** Like `messageOf`, for a decoder: when it fails on damaged data, its message speaks only of its own code. */
export function faultOf(error: unknown): string {
  return error instanceof TypeError || error instanceof RangeError ? 'it is damaged' : messageOf(error);
}

/** The sentence for an error without one of its own; it names the file if the system did. */
export function sentenceOf(error: unknown): string {
  const { path } = (error ?? {}) as { path?: unknown };
  const message = messageOf(error);
  return typeof path === 'string' && !message.includes(path) ? `${path}: ${message}` : message;
}

/** The sentence of every writer for a full disk; undefined for any other error. */
export function diskFull(file: string, cause: unknown): TurnwireError | undefined {
  const { code } = (cause ?? {}) as { code?: unknown };
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return undefined;
  return new TurnwireError(
    'internal',
    'disk_full',
    `The disk is full: ${file} could not be written to its end; free some space and run again.`,
    { cause },
  );
}

const FILE_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EEXIST: 'it is a file where a folder is needed',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'it is a file, or under a file, where a folder is needed',
  EACCES: 'you have no permission',
  EPERM: 'you have no permission',
};
