// The server under test, as a process of its own, and the figures that it gives about itself.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const KEY = 'bench';

export async function startServer(flags) {
  const args = ['serve', '--port', '0', '--api-key', KEY, '--log-level', 'error', ...flags];
  const child = spawn(process.execPath, [path.join(root, 'bin/turnwire.js'), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise((resolve) => child.on('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      text = (text + chunk).slice(-2000);
      const found = /serving on (\S+)/.exec(chunk);
      if (found) resolve(found[1]);
      // At this log level every other line reports a fault.
      else process.stderr.write(chunk);
    });
    void exited.then(() => reject(new Error(text)));
  });
  return { pid: child.pid, url, exited, stop: () => child.kill('SIGTERM') };
}

export function rssMb(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024);
}

/** @returns user and system time of the process and its threads, in seconds. */
export function cpuSec(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Processor time of the whole machine so far, seconds: of all processes, and the time that its host gave to other machines (Linux). */
export function machineCpuSec() {
  try {
    const [user, nice, system, , , irq, softirq, stolen] = readFileSync('/proc/stat', 'utf8')
      .split('\n')[0]
      .split(/\s+/)
      .slice(1)
      .map((ticks) => Number(ticks) / 100);
    return { worked: user + nice + system + irq + softirq, stolen };
  } catch {
    return { worked: NaN, stolen: NaN };
  }
}

export async function metricsOf(url) {
  return (await fetch(`${url}/metrics`)).text();
}

/** @returns for each kernel its number of calls, mean time in a worker and mean wait, in ms. */
export function kernelsOf(metrics) {
  const read = (name) =>
    Object.fromEntries(
      [...metrics.matchAll(new RegExp(`^${name}\\{kernel="([^"]+)"\\} (\\S+)`, 'gm'))].map(
        ([, kernel, value]) => [kernel, Number(value)],
      ),
    );
  const calls = read('turnwire_inference_seconds_count');
  const ran = read('turnwire_inference_seconds_sum');
  const waits = read('turnwire_inference_wait_seconds_count');
  const waited = read('turnwire_inference_wait_seconds_sum');
  const ms = (seconds, count) => Number(((1000 * seconds) / count).toFixed(1));
  return Object.fromEntries(
    Object.keys(calls).map((kernel) => [
      kernel,
      {
        calls: calls[kernel],
        ranMs: ms(ran[kernel], calls[kernel]),
        waitedMs: ms(waited[kernel], waits[kernel]),
      },
    ]),
  );
}
