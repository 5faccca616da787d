/** How much of one core this process uses, for the status line of `live` and `client --tui`. */
export class CpuMeter {
  private atMs = performance.now();
  private used = process.cpuUsage();

  /** Processor time used since the last call, as a percentage of one core. */
  percent(): number {
    const { user, system } = process.cpuUsage(this.used);
    const nowMs = performance.now();
    const percent = ((user + system) / 1000 / (nowMs - this.atMs)) * 100;
    this.atMs = nowMs;
    this.used = process.cpuUsage();
    return percent;
  }
}
