// Makes dist/view/page.html, the template of `turnwire view`: the page's script with uPlot, and its styles, in one file without
// any address. Run by `npm run build`. Why uPlot, and why it is built in: docs/decisions/2026-11-28-page-of-a-call.md.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = `${root}src/view/page/`;
let uPlotStyles;
try {
  uPlotStyles = createRequire(import.meta.url).resolve('uplot/dist/uPlot.min.css');
} catch {
  throw new Error('uplot is not installed: run npm ci');
}

const bundle = await rolldown({ input: `${page}main.ts`, platform: 'browser', logLevel: 'warn' });
const { output } = await bundle.generate({ format: 'iife', minify: true });
const script = output[0].code;
// A script element ends at the first such tag, in a string too.
if (/<\/script/i.test(script)) throw new Error('the script of the page holds the end of a script element');

const parts = {
  STYLE: [uPlotStyles, `${page}page.css`].map((file) => readFileSync(file, 'utf8')).join('\n'),
  SCRIPT: `/* Holds uPlot, (c) Leon Sorokin, MIT licence. */\n${script}`,
};
const html = readFileSync(`${page}page.html`, 'utf8').replace(
  /\/\*(STYLE|SCRIPT)\*\//g,
  (_, name) => parts[name],
);
mkdirSync(`${root}dist/view`, { recursive: true });
writeFileSync(`${root}dist/view/page.html`, html);
