/** The flags of `turnwire view`, as commander reads them. */
export interface ViewFlags {
  audio?: string;
  trace?: string;
  channel?: string;
  agentChannel?: string;
  raw?: string;
  language: string;
  out?: string;
  link?: boolean;
  open: boolean;
}
