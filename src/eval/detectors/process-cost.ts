/** CPU time and memory of a process and what it started, from /proc. Called by detector-process.ts. Linux only. */
import { readdir, readFile } from 'node:fs/promises';

export interface ProcessCost {
  readonly cpuSec: number;
  /** Sum of the largest resident sets, in MB: pages that processes share count for each. */
  readonly peakMemoryMb: number;
}

/** Unit of the times in /proc/PID/stat, in seconds: USER_HZ is 100 on every Linux that Node runs on. */
const TICK_SEC = 0.01;

/**
 * @param group id of a process group
 * @returns undefined if there is no /proc or no such group
 */
export async function processCost(group: number | undefined): Promise<ProcessCost | undefined> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const costs = await Promise.all(pids.map((pid) => costOf(pid, group)));
  const found = costs.filter((cost) => cost !== undefined);
  if (found.length === 0) return undefined;
  return {
    cpuSec: found.reduce((sum, { cpuSec }) => sum + cpuSec, 0),
    peakMemoryMb: found.reduce((sum, { peakMemoryMb }) => sum + peakMemoryMb, 0),
  };
}

/** @returns undefined if the process is of another group, or is gone. */
async function costOf(pid: string, group: number | undefined): Promise<ProcessCost | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is the name in brackets, which may hold blanks. See proc(5) for the order of the others.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (Number(fields[2]) !== group) return undefined;
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const peakKb = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
  return { cpuSec: ticks * TICK_SEC, peakMemoryMb: peakKb / 1024 };
}
