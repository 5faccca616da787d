/** Oldest supported version of Node, as [major, minor]; package.json (`engines`) has the same. */
const OLDEST = [20, 19] as const;

/** @returns a clause that says what to do about a version of Node that is too old; undefined for a supported one. */
export function tooOldNode(version = process.versions.node): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined;
  return `v${version} is too old: install Node ${OLDEST.join('.')} or newer`;
}
