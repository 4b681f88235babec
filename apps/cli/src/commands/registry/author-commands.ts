/** `acp registry check`, `build`, `bump` and `new` on the command line: for authors of registries. */
import { Argument, InvalidArgumentError, Option, type Command } from 'commander';

import { addDiagnosticOptions, repeatable } from '../../command-line/agent-options.ts';
import type { CommandContext } from '../../command-line/command-context.ts';
import { formatOption } from '../../command-line/format-option.ts';
import type { BuildFlags } from './build.ts';
import type { BumpFlags } from './bump.ts';
import type { CheckFlags } from './check.ts';
import type { NewFlags } from './new.ts';

const folderArgument = (): Argument =>
  new Argument('<folder>', 'one agent, or a registry with a folder for each agent');

export function addAuthorCommands(registry: Command, context: CommandContext): void {
  const { terminal, finish, agentCommand } = context;

  addDiagnosticOptions(addHostOptions(registry.command('check')))
    .summary('check manifests and icons by the rules for authors')
    .description(
      'Checks one agent or a whole registry. It uses no network and starts nothing, unless an option says so; the ' +
        'report says what was not checked.',
    )
    .addArgument(folderArgument())
    .addOption(rulesOption())
    .addOption(new Option('--online', 'also ask whether archives, icons and packages exist'))
    .addOption(new Option('--handshake', 'also start each agent in an empty home, and check its auth methods'))
    .addOption(timeoutOption())
    .addOption(repeatable('--pass-env <name>', 'variable that agents get with --handshake, besides PATH'))
    .addOption(formatOption())
    .addHelpText('after', '\nExit codes: 0 every rule is kept, 1 a rule is broken, 2 wrong command line.')
    .action(async (folder: string, flags: CheckFlags) => {
      const { check } = await import('./check.ts');
      finish(await check({ folder, flags }, terminal));
    });

  registry
    .command('build')
    .summary('write registry.json and its icons from a folder')
    .description(
      'Checks a registry and writes registry.json, the icons and the JSON Schema: the same bytes on every run. It uses ' +
        'no network and starts nothing.',
    )
    .addArgument(folderArgument())
    .addOption(new Option('--out <folder>', 'folder to write').makeOptionMandatory())
    .addOption(rulesOption())
    .addOption(new Option('--site [title]', 'also write a page with search and filters'))
    .addOption(
      new Option('--base-url <address>', 'where the folder is published, for the page and the addresses of icons'),
    )
    .addOption(new Option('--release <name>', 'write the folders <name> and latest, and keep earlier ones'))
    .addOption(formatOption())
    .addHelpText('after', '\nExample: acp registry build agents --out dist --site')
    .action(async (folder: string, flags: BuildFlags) => {
      const { build } = await import('./build.ts');
      finish(await build({ folder, flags }, terminal));
    });

  addHostOptions(registry.command('bump'))
    .summary('find newer versions of the agents of a folder')
    .description('Asks npm, PyPI and GitHub for newer versions, and shows what they change in the manifests.')
    .addArgument(folderArgument())
    .addArgument(new Argument('[ids...]', 'only these agents'))
    .addOption(new Option('--write', 'change the manifests'))
    .addOption(new Option('--download', 'download new archives to compute their checksums'))
    .addOption(timeoutOption())
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Example: acp registry bump agents --write

GITHUB_TOKEN, if it is set, allows more requests to GitHub, and is sent to no other address.
Exit codes: 0 done, 1 a version could not be found.`,
    )
    .action(async (folder: string, ids: readonly string[], flags: BumpFlags) => {
      const { bump } = await import('./bump.ts');
      finish(await bump({ folder, ids, flags }, terminal));
    });

  addDiagnosticOptions(registry.command('new'))
    .summary('write a manifest from a running agent')
    .description('Starts an agent, asks for its name and version, and writes a manifest and an icon to begin with.')
    .addOption(new Option('--out <folder>', 'registry in which the folder of the agent is made (default: print it)'))
    .addOption(new Option('--id <id>', 'id of the agent (default: made from its name)'))
    .addOption(timeoutOption())
    .addOption(formatOption())
    .addHelpText('after', '\nExample: acp registry new --out agents -- my-agent --acp')
    .action(async (flags: NewFlags) => {
      const { newAgent } = await import('./new.ts');
      finish(await newAgent({ command: agentCommand, flags }, terminal));
    });
}

/** Adds the options for mirrors of the indexes that are asked. */
const addHostOptions = (command: Command): Command =>
  command
    .addOption(new Option('--npm <address>', 'npm registry to ask, instead of the public one'))
    .addOption(new Option('--pypi <address>', 'Python package index to ask, instead of the public one'))
    .addOption(new Option('--github <address>', 'GitHub API to ask, instead of the public one'));

const rulesOption = (): Option =>
  new Option('--rules <set>', 'rules to keep; for a team, builds for some systems are enough')
    .choices(['official', 'team'])
    .default('official');

const timeoutOption = (): Option =>
  new Option('--timeout <seconds>', 'how long one address or agent may take').argParser(toSeconds);

function toSeconds(text: string): number {
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  throw new InvalidArgumentError('It must be a number of seconds greater than 0.');
}
