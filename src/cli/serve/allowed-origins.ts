/** Brings `--allow-origin` into the form in which browsers send it, because the server compares it as text. */
import { TurnwireError } from '../../protocol/errors.js';

/** @throws TurnwireError kind `usage` for a value that no browser sends. */
export function allowedOrigins(given: readonly string[] | undefined): string[] | undefined {
  return given?.map(originOf);
}

/** A web origin loses its path and default port; the origin of an app, and `null` (files), stays as given. */
function originOf(text: string): string {
  const bare = text.trim().replace(/\/$/, '');
  const isOrigin = bare === 'null' || /^[a-z][a-z\d+.-]*:\/\/[^/?#\s]+$/i.test(bare);
  if (!isOrigin || (/^https?:/i.test(bare) && !URL.canParse(bare)))
    throw new TurnwireError(
      'usage',
      'bad_origin',
      `--allow-origin: '${text}' is not an origin: give scheme and host only, e.g. https://example.org or http://localhost:3000`,
    );
  return /^https?:/i.test(bare) ? new URL(bare).origin : bare;
}
