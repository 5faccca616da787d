/** Turns the flags of `turnwire eval` into the plan of a run, and refuses flags that are wrong for every recording. */
import { endpointUrl } from '../../client/index.js';
import { tailSecFor, type RowPlan } from '../../eval/run/row-plan.js';
import type { PoliciesByLanguage } from '../../operating-points/policies.js';
import { TurnwireError } from '../../protocol/errors.js';
import { PROFILES, type ProfileName } from '../../protocol/names.js';
import { numberOption } from '../options/number-options.js';
import { checkScorer } from '../options/scorer-option.js';
import { splitList } from '../options/session-options.js';
import type { EvalFlags } from './eval-flags.js';

/** A detector mostly has one policy of its own, so it is run once, under this name. */
const DETECTOR_PROFILE: ProfileName = 'cutoff_5pct';

export function planOf(flags: EvalFlags, policies: PoliciesByLanguage | undefined): RowPlan {
  const scoreIntervalSec = numberOption(flags.scoreInterval, '--score-interval', 0.02, 1);
  return {
    endpoint: flags.endpoint,
    profiles: profilesOf(flags.profile ?? (flags.detector === undefined ? 'all' : DETECTOR_PROFILE)),
    methods: methodsOf(flags),
    start: flags.allowed === undefined ? {} : { language: { allowed: splitList(flags.allowed) } },
    scoreIntervalSec,
    ...(policies && { tailSec: tailSecFor(policies, flags.endpoint) }),
  };
}

/** Refuses flags that are wrong for every recording, once and before a run folder exists. */
export function checkEngineFlags(flags: EvalFlags): void {
  const { url, ca, queue, detector, scorer, policies, transcript, endpoint, allowed } = flags;
  const reject = (sentence: string): never => {
    throw new TurnwireError('usage', 'useless_option', sentence);
  };
  checkScorer(scorer);
  const ours = { '--scorer': scorer, '--policies': policies, '--no-transcript': transcript ? undefined : '' };
  const given = Object.entries(ours).find(([, value]) => value !== undefined)?.[0];
  if (url !== undefined && given)
    reject(`${given} is for the engines here, --url measures a service: leave one out`);
  if (detector !== undefined && given)
    reject(`${given} is for the engines here, --detector measures your program: leave one out`);
  if (detector !== undefined && queue !== undefined)
    reject('--detector runs a program here: leave --queue out');
  if (detector !== undefined && endpoint === 'room')
    reject('--detector hears one speaker: leave --endpoint room out');
  if (url !== undefined && queue !== undefined)
    reject('--url measures a service, --queue the engines of workers: leave one out');
  const named = url === undefined ? endpoint : endpointUrl(url, endpoint).endpoint;
  if (named !== endpoint)
    reject(`--url ends in /v2/${named}: add --endpoint ${named}, or leave /v2/${named} out`);
  if (ca !== undefined && url === undefined)
    reject('--ca is for --url, which measures a service: leave it out');
  if (endpoint === 'room' && !transcript)
    reject('--no-transcript is for streams: a room always transcribes; leave it out');
  if (endpoint === 'stream' && allowed !== undefined)
    reject('--allowed is for rooms: a stream takes the language of each recording; add --endpoint room');
}

/** For a room at `--url`, `all` means method `service` alone: a service sends no scores of rooms. */
function methodsOf({ method: given, url, endpoint, detector }: EvalFlags): RowPlan['methods'] {
  const method = given ?? (detector === undefined ? 'all' : 'service');
  if (method === 'turnbench') return ['service'];
  if (method !== 'all') return [method];
  return url !== undefined && endpoint === 'room' ? ['service'] : ['service', 'eot-bench'];
}

function profilesOf(text: string): ProfileName[] {
  if (text === 'all') return [...PROFILES];
  const names = splitList(text);
  // An empty list would measure nothing: it is refused as an unknown profile.
  return (names.length > 0 ? names : [text]).map((name) => {
    const profile = PROFILES.find((known) => known === name);
    if (profile === undefined)
      throw new TurnwireError(
        'usage',
        'unknown_profile',
        `--profile: '${name}' is none of ${PROFILES.join(', ')}, all`,
      );
    return profile;
  });
}
