/** Oldest Node that is supported, as in package.json. */
const OLDEST = [20, 19] as const;

/** What is wrong with a version of Node that is too old, and what to do; else undefined. */
export function tooOldNode(version = process.versions.node): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined;
  return `v${version} is too old: install Node ${OLDEST.join('.')} or newer`;
}
