// Makes the pages, run by `npm run build`. dist/view/page.html is the template of `turnwire view`: script with uPlot, and styles, in
// one file without any address. dist/view/live is the page of `turnwire serve`, in files of its own, because its server forbids
// scripts inside a page. Why uPlot, and why it is built in: docs/decisions/2026-11-28-page-of-a-call.md.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = `${root}src/view/page/`;
const built = `${root}dist/view/`;
let uPlotStyles;
try {
  uPlotStyles = createRequire(import.meta.url).resolve('uplot/dist/uPlot.min.css');
} catch {
  throw new Error('uplot is not installed: run npm ci');
}

/** The script of a page with all that it imports, as one text. */
async function bundled(entry) {
  const bundle = await rolldown({ input: `${page}${entry}`, platform: 'browser', logLevel: 'warn' });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  return `/* Holds uPlot, (c) Leon Sorokin, MIT licence. */\n${output[0].code}`;
}

const stylesOf = (...files) => [uPlotStyles, ...files].map((file) => readFileSync(file, 'utf8')).join('\n');

const script = await bundled('main.ts');
// A script element ends at the first such tag, in a string too.
if (/<\/script/i.test(script)) throw new Error('the script of the page holds the end of a script element');
const parts = { STYLE: stylesOf(`${page}page.css`), SCRIPT: script };
const html = readFileSync(`${page}page.html`, 'utf8').replace(
  /\/\*(STYLE|SCRIPT)\*\//g,
  (_, name) => parts[name],
);
mkdirSync(built, { recursive: true });
writeFileSync(`${built}page.html`, html);

const live = `${built}live/`;
rmSync(live, { recursive: true, force: true });
mkdirSync(live);
for (const file of ['index.html', 'microphone.js']) cpSync(`${page}live/${file}`, `${live}${file}`);
writeFileSync(`${live}page.css`, stylesOf(`${page}page.css`, `${page}live/live.css`));
writeFileSync(`${live}page.js`, await bundled('live/main.ts'));
