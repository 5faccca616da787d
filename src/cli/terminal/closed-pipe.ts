/** Whether a write failed for want of a reader (`| head`, a closed window): who read has what it wanted, and nothing is amiss. */
export function isClosedPipe(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  // EIO: the terminal itself went away.
  return [code, cause?.code].some((name) => name === 'EPIPE' || name === 'EIO');
}
