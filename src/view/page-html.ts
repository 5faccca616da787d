/** Writes the data into the page's template (scripts/bundle-view.mjs makes it): one HTML file that needs nothing else. */
import { readFile } from 'node:fs/promises';
import { TurnwireError } from '../protocol/errors.js';
import type { ViewData } from './view-data.js';

/** In `dist` for the sources too, so that tests and the built command use one template. */
const TEMPLATE = new URL('../../dist/view/page.html', import.meta.url);

export async function pageOf(view: ViewData): Promise<string> {
  const template = await readFile(TEMPLATE, 'utf8').catch((cause: unknown) => {
    const text =
      'the page of turnwire view is missing from this installation: run npm run build, or install again';
    throw new TurnwireError('model', 'no_page', text, { cause });
  });
  // `<` never ends the script element this way, whatever a transcript holds.
  const json = JSON.stringify(view).replaceAll('<', '\\u003c');
  return template.replace('/*DATA*/', () => json);
}
