/** True if a write failed because its reader went away (`| head`, a closed window). That is no error: the reader has enough. */
export function isClosedPipe(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  // EIO: the terminal was closed.
  return [code, cause?.code].some((name) => name === 'EPIPE' || name === 'EIO');
}
