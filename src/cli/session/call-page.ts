/** Writes the page of one recording and its log, and opens it: the work behind `turnwire view` and `run --view`. */
import path from 'node:path';
import { openAudioChannels, type RawFormat } from '../../audio/index.js';
import { AgentChannel } from '../../engine/session/agent-channel.js';
import type { Inference } from '../../inference/kernel.js';
import type { WireEvent } from '../../protocol/events.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { writeFileAtomic } from '../../sinks/index.js';
import {
  MulawWav,
  pageOf,
  Peaks,
  soundOfPage,
  viewOf,
  type HeardChannel,
  type ScorePoint,
  type Span,
  type ViewInputs,
  type ViewLimits,
} from '../../view/index.js';
import { openInBrowser } from '../machine/open-in-browser.js';
import { callChannels, type CallChoice } from '../options/call-channels.js';
import { ProgressLine, runProgress } from '../terminal/progress-line.js';

export interface CallPage extends CallChoice {
  /** The recording; undefined: the page has no sound. */
  readonly recording: string | undefined;
  readonly raw?: RawFormat;
  readonly events: readonly WireEvent[];
  readonly trace: readonly ScorePoint[];
  readonly limits: ViewLimits;
  /** Path of the page. */
  readonly out: string;
  /** True: the page plays the recording's own file. */
  readonly link: boolean;
  readonly open: boolean;
  /** Finds the agent's speech in its channel. */
  readonly inference: Inference;
}

export interface WrittenPage {
  /** Words for a sentence: where the page is, how large, and whether it is open. */
  readonly words: string;
  /** Length of the recording in seconds; undefined without one. */
  readonly soundSec: number | undefined;
}

export async function writeCallPage(page: CallPage): Promise<WrittenPage> {
  const { recording, events, trace, limits, out } = page;
  const sound = recording === undefined ? WITHOUT_SOUND : await hear(recording, page);
  const title = path.basename(recording ?? out);
  const html = await pageOf(viewOf({ title, events, trace, limits, ...sound }));
  await writeFileAtomic(out, html);
  const opened = page.open && openInBrowser(path.resolve(out));
  const size = (Buffer.byteLength(html) / 1e6).toFixed(1);
  const words = `${out} (${size} MB)${opened ? ', opened' : ': open it in a browser'}`;
  return { words, soundSec: sound.soundSec };
}

type Sound = Pick<ViewInputs, 'channels' | 'soundSec' | 'audio'>;

/** A lane of speech alone. */
const WITHOUT_SOUND: Sound = {
  soundSec: undefined,
  channels: [{ label: 'Speech', role: 'user', peaks: '', peaksPerSec: 1 }],
  audio: { src: '', note: 'This page has no sound: give the recording with --audio.' },
};

async function hear(recording: string, page: CallPage): Promise<Sound> {
  const { channel, agentChannel, raw, inference, link, out } = page;
  const wanted =
    agentChannel === undefined ? [channel ?? 'mix'] : callChannels(channel, agentChannel, recording);
  const source = await openAudioChannels(recording, wanted, { raw });
  const { container, channels, durationSec } = source.description;
  const hasAgent = agentChannel !== undefined;
  const count = hasAgent ? 2 : 1;
  const peaks = Array.from({ length: count }, () => new Peaks(SAMPLE_RATE_HZ, durationSec));
  const coded = new MulawWav(count);
  const agent = hasAgent ? new AgentSpans(inference) : undefined;
  let samples = 0;
  const progress = new ProgressLine();
  for await (const chunk of source.chunks()) {
    chunk.forEach((part, i) => peaks[i]!.push(part));
    coded.push(chunk);
    await agent?.push(chunk[1]!);
    samples += chunk[0]!.length;
    progress.update(runProgress(path.basename(recording), samples / SAMPLE_RATE_HZ, durationSec));
  }
  progress.clear();
  const soundSec = samples / SAMPLE_RATE_HZ;
  const lane = (i: number, label: string, role: HeardChannel['role']): HeardChannel => ({
    label,
    role,
    peaks: peaks[i]!.base64(),
    peaksPerSec: peaks[i]!.perSec,
  });
  const heard = hasAgent ? 'Caller' : channels > 1 ? `Heard: ${channelName(channel, channels)}` : 'Recording';
  return {
    channels: [
      lane(0, heard, 'user'),
      ...(agent ? [{ ...lane(1, 'Agent', 'agent'), agentSpeech: agent.spans(soundSec) }] : []),
    ],
    soundSec,
    audio: await soundOfPage(
      { input: recording, container, pageFolder: path.dirname(path.resolve(out)), link },
      coded,
    ),
  };
}

const channelName = (channel: CallChoice['channel'], channels: number): string =>
  typeof channel === 'number' ? `channel ${channel}` : `the mix of ${channels} channels`;

/** When the agent speaks, found in its channel as `run --agent-channel` finds it. */
class AgentSpans {
  private readonly channel: AgentChannel;
  private readonly edges: number[] = [];

  constructor(inference: Inference) {
    this.channel = new AgentChannel(inference);
  }

  async push(samples: Int16Array): Promise<void> {
    for (const { atSample } of await this.channel.push(samples)) this.edges.push(atSample / SAMPLE_RATE_HZ);
  }

  /** @param endSec end of a stretch that still goes on when the recording ends. */
  spans(endSec: number): Span[] {
    const spans: Span[] = [];
    for (let i = 0; i < this.edges.length; i += 2) spans.push([this.edges[i]!, this.edges[i + 1] ?? endSec]);
    return spans;
  }
}
