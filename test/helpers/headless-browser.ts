/** A headless Chromium driven over the DevTools protocol, its microphone fed from a WAV. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';

const CANDIDATES = [
  process.env.CHROMIUM,
  ...['chromium', 'chromium-browser', 'google-chrome'].flatMap((name) =>
    (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name)),
  ),
];

/** Path of an installed Chromium, or of the one the CHROMIUM variable names. */
export const chromium = CANDIDATES.find((file) => file !== undefined && existsSync(file));

interface ExceptionDetails {
  text?: string;
  exception?: { description?: string };
}

interface Reply {
  id?: number;
  method?: string;
  params?: {
    type?: string;
    args?: unknown[];
    exceptionDetails?: ExceptionDetails;
    entry?: { level: string; text: string };
  };
  result?: {
    result?: { value?: unknown };
    data?: string;
    exceptionDetails?: ExceptionDetails;
  };
  error?: { message: string };
}

export class Page {
  private nextId = 1;
  /** What the page reported as errors since it was opened: uncaught exceptions, console.error, failed loads. */
  readonly errors: string[] = [];
  private readonly waiting = new Map<number, (reply: Reply) => void>();

  private constructor(
    private readonly process: ChildProcess,
    private readonly socket: WebSocket,
    private readonly profile: string,
  ) {
    socket.on('message', (data: Buffer) => {
      const reply = JSON.parse(data.toString()) as Reply;
      if (reply.id !== undefined) this.waiting.get(reply.id)?.(reply);
      else this.note(reply);
    });
  }

  /** @param microphoneWav what the microphone hears; undefined: the browser's own beeps. */
  static async open(url: string, microphoneWav?: string): Promise<Page> {
    const profile = mkdtempSync(path.join(tmpdir(), 'turnwire-chromium-'));
    const flags = [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      ...(microphoneWav === undefined ? [] : [`--use-file-for-fake-audio-capture=${microphoneWav}`]),
      '--autoplay-policy=no-user-gesture-required',
      '--window-size=1200,900',
      'about:blank',
    ];
    const child = spawn(chromium!, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
    const port = await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(text);
        if (found) resolve(found[1]!);
      });
      child.on('exit', () => reject(new Error(text)));
    });
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as Record<string, string>[];
    const socket = new WebSocket(targets.find(({ type }) => type === 'page')!.webSocketDebuggerUrl!);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const page = new Page(child, socket, profile);
    await page.call('Runtime.enable', {});
    await page.call('Log.enable', {});
    await page.call('Page.navigate', { url });
    await page.until('document.readyState === "complete" && location.protocol !== "about:"');
    return page;
  }

  /** The value of an expression in the page. */
  async evaluate(expression: string): Promise<unknown> {
    const { result } = await this.call('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (result?.exceptionDetails)
      throw new Error(result.exceptionDetails.exception?.description ?? 'page error');
    return result?.result?.value;
  }

  async until(expression: string, seconds = 30): Promise<void> {
    for (const deadline = performance.now() + seconds * 1000; performance.now() < deadline;) {
      if (await this.evaluate(expression)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(
      `not within ${seconds} s: ${expression}\n${String(await this.evaluate('document.body.innerText'))}`,
    );
  }

  /** Gives the window this size in CSS pixels, in light or dark. */
  async resize(width: number, height: number, scheme: 'light' | 'dark' = 'light'): Promise<void> {
    const metrics = { width, height, deviceScaleFactor: 1, mobile: width < 600 };
    await this.call('Emulation.setDeviceMetricsOverride', metrics);
    const features = [{ name: 'prefers-color-scheme', value: scheme }];
    await this.call('Emulation.setEmulatedMedia', { features });
  }

  /** Presses and releases a key, for example `n` or `ArrowRight`. */
  async press(key: string): Promise<void> {
    const text = key.length === 1 ? key : undefined;
    await this.call('Input.dispatchKeyEvent', { type: 'keyDown', key, text });
    await this.call('Input.dispatchKeyEvent', { type: 'keyUp', key });
  }

  /** Drags the mouse over the window, or clicks if both places are the same. CSS pixels. */
  async drag(fromX: number, toX: number, y: number): Promise<void> {
    const mouse = (type: string, x: number, buttons: number) =>
      this.call('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons, clickCount: 1 });
    await mouse('mouseMoved', fromX, 0);
    await mouse('mousePressed', fromX, 1);
    if (toX !== fromX) await mouse('mouseMoved', toX, 1);
    await mouse('mouseReleased', toX, 0);
  }

  /** Drops a file on a place of the window, in CSS pixels. */
  async drop(file: string, x: number, y: number): Promise<void> {
    const data = { items: [], files: [file], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'])
      await this.call('Input.dispatchDragEvent', { type, x, y, data });
  }

  /** A PNG of the window. */
  async screenshot(): Promise<Buffer> {
    const { result } = await this.call('Page.captureScreenshot', { format: 'png' });
    return Buffer.from(result!.data!, 'base64');
  }

  async close(): Promise<void> {
    const exited = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGKILL');
    await exited;
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }

  private note({ method, params }: Reply): void {
    if (method === 'Runtime.exceptionThrown') {
      const details = params?.exceptionDetails;
      this.errors.push(details?.exception?.description ?? details?.text ?? 'exception');
    }
    if (method === 'Runtime.consoleAPICalled' && params?.type === 'error')
      this.errors.push(JSON.stringify(params.args));
    if (method === 'Log.entryAdded' && params?.entry?.level === 'error') this.errors.push(params.entry.text);
  }

  private call(method: string, params: Record<string, unknown>): Promise<Reply> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, (reply) => {
        this.waiting.delete(id);
        if (reply.error) reject(new Error(`${method}: ${reply.error.message}`));
        else resolve(reply);
      });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }
}
