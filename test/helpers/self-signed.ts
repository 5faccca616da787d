/** A certificate for localhost, made by openssl during the test; nothing secret lies in the repository. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Undefined if openssl is not installed. */
export function selfSigned(): { cert: Buffer; key: Buffer } | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'turnwire-tls-'));
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  try {
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
    const args = ['req', '-x509', ...curve, '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...subject];
    execFileSync('openssl', args, { stdio: 'ignore' });
    return { cert: readFileSync(cert), key: readFileSync(key) };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
