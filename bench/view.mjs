// Measures what the screen costs: updates it 10 times a second on this terminal for 20 s, with everything moving, and prints
// the processor time and how soon an event was written to the terminal. Run it in a terminal: npm run bench:view
import { openView } from '../dist/tui/index.js';

const SECONDS = 20;
const endpoint = process.argv[2] === 'room' ? 'room' : 'stream';
if (!process.stdout.isTTY) {
  process.stderr.write('bench:view needs a terminal\n');
  process.exit(2);
}

const write = process.stdout.write.bind(process.stdout);
const latenciesMs = [];
let bytes = 0;
let awaited;
process.stdout.write = (text, ...rest) => {
  bytes += Buffer.byteLength(text);
  if (awaited && text.includes(awaited.text)) {
    latenciesMs.push(performance.now() - awaited.at);
    awaited = undefined;
  }
  return write(text, ...rest);
};

const view = await openView({
  title: { command: 'live', source: 'bench.wav', endpoint, totalSec: 100 },
  keys: 'bench:view',
  limits: () => ({ threshold: 0.76, actionDelaySec: 0.3, timeoutSec: 3 }),
  plain: false,
  onKey() {},
});
const send = (fields) => view.dispatch({ kind: 'event', event: { schema_version: 2, ...fields } });
const eot = { profile: 'cutoff_5pct', mean_latency_ms: 577, cutoff_rate: 0.048 };
send({ type: 'session.started', session_id: 'bench', tier: 'full', eot });
await new Promise((resolve) => setTimeout(resolve, 1500));

const before = { cpu: process.cpuUsage(), at: performance.now(), bytes };
for (let step = 1; step <= SECONDS * 10; step++) {
  const t = step / 10;
  const wave = (Math.sin(step * 0.7) + 1) / 2;
  view.dispatch({ kind: 'sound', t, rms: wave * 0.3, peak: 0.5 });
  view.dispatch({ kind: 'trace', point: { t, speech: wave, silenceSec: t % 3, pEot: wave } });
  if (endpoint === 'room' && step % 3 === 0) {
    send({
      type: 'asr.partial',
      seq: step,
      t,
      speaker: `spk_${1 + (step % 2)}`,
      text: `word${step}`,
      language: 'en',
    });
  }
  if (step % 5 === 0) {
    awaited = { text: `event-${step}-`, at: performance.now() };
    send({ type: 'warning', seq: step, code: 'bad_message', message: awaited.text });
  }
  await new Promise((resolve) =>
    setTimeout(resolve, Math.max(0, before.at + step * 100 - performance.now())),
  );
}
const cpu = process.cpuUsage(before.cpu);
const wallMs = performance.now() - before.at;
await new Promise((resolve) => setTimeout(resolve, 300));
view.close();

latenciesMs.sort((a, b) => a - b);
const figures = {
  columns: process.stdout.columns,
  rows: process.stdout.rows,
  endpoint,
  cpu_percent_of_a_core: Number(((cpu.user + cpu.system) / 10 / wallMs).toFixed(1)),
  kilobytes_per_s: Number(((bytes - before.bytes) / wallMs).toFixed(1)),
  events: latenciesMs.length,
  event_to_screen_ms: {
    median: Math.round(latenciesMs[latenciesMs.length >> 1]),
    max: Math.round(latenciesMs.at(-1)),
  },
};
write(`${JSON.stringify(figures)}\n`);
