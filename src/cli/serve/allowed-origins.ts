/** `--allow-origin` in the form in which browsers send it: what is compared as text must be written alike. */
import { TurnwireError } from '../../protocol/errors.js';

/** @throws TurnwireError kind `usage` for what no browser would send. */
export function allowedOrigins(given: readonly string[] | undefined): string[] | undefined {
  return given?.map(originOf);
}

/** Of pages on the web without path and default port; of apps and of files (`null`) as it is. */
function originOf(text: string): string {
  const bare = text.trim().replace(/\/$/, '');
  const isOrigin = bare === 'null' || /^[a-z][a-z\d+.-]*:\/\/[^/?#\s]+$/i.test(bare);
  if (!isOrigin || (/^https?:/i.test(bare) && !URL.canParse(bare)))
    throw new TurnwireError(
      'usage',
      'bad_origin',
      `--allow-origin: '${text}' is no origin: write scheme and host alone, e.g. https://example.org or http://localhost:3000`,
    );
  return /^https?:/i.test(bare) ? new URL(bare).origin : bare;
}
