/** What one check of `turnwire doctor` found. */
export interface Check {
  name: string;
  /** `warn`: something optional is missing. `fail`: commands will not work. */
  status: 'ok' | 'warn' | 'fail';
  detail: string;
  /** What was measured, for programs that read `--json`. */
  data?: Record<string, unknown>;
}
