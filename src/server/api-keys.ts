/** Checks API keys. The time does not depend on the candidate's length or on how much of a key it matches. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export class ApiKeys {
  private readonly secret = randomBytes(32);
  private readonly digests: readonly Buffer[];

  constructor(keys: readonly string[]) {
    this.digests = keys.map((key) => this.digest(key));
  }

  accepts(candidate: unknown): boolean {
    const digest = this.digest(typeof candidate === 'string' ? candidate : '');
    let match = false;
    // All keys are compared, so that the time does not reveal which one matched.
    for (const known of this.digests) match = timingSafeEqual(known, digest) || match;
    return match && typeof candidate === 'string';
  }

  private digest(key: string): Buffer {
    return createHmac('sha256', this.secret).update(key).digest();
  }
}

/** Makes a key for a server that was given none. */
export function generateApiKey(): string {
  return `tw_${randomBytes(24).toString('base64url')}`;
}
