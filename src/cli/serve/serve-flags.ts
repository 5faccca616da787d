/** The flags of `turnwire serve`, as commander reads them. */

export interface ServeFlags {
  host: string;
  port: string;
  apiKey?: string[];
  apiKeyFile?: string;
  maxSessions?: string;
  maxRooms?: string;
  tlsCert?: string;
  tlsKey?: string;
  points: string;
  record?: string;
  workers?: string;
  drainS: string;
  logLevel: string;
  allowOrigin?: string[];
  scorer?: string;
  transcript: boolean;
}
