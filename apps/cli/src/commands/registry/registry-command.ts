/** `acp registry` on the command line: finding, installing and updating agents. */
import { Argument, Option, type Command } from 'commander';

import { configOption, yesOption } from '../../command-line/agent-options.ts';
import type { CommandContext } from '../../command-line/command-context.ts';
import { addCommandGroup } from '../../command-line/command-group.ts';
import { formatOption } from '../../command-line/format-option.ts';
import { addAuthorCommands } from './author-commands.ts';
import type { InstallFlags } from './install.ts';
import type { ListFlags } from './list.ts';
import type { RegistryFlags } from './registry-flags.ts';

export function addRegistry(program: Command, context: CommandContext): void {
  const registry = addCommandGroup(program, {
    name: 'registry',
    summary: 'find, install and update agents, and publish them',
    description:
      'Finds agents in registries, and installs, updates, checks and removes them. No address is contacted that you ' +
      'have not configured or accepted once. Commands such as acp chat take the names of agents, too.',
  });
  addReaders(registry, context);
  addChanges(registry, context);
  addSources(registry, context);
  addAuthorCommands(registry, context);
}

const offlineOption = (): Option => new Option('--offline', 'use what was read before, and contact nothing');
const refreshOption = (): Option => new Option('--refresh', 'ask every source again, even if its copy is new');
const agentArgument = (): Argument => new Argument('<agent>', 'id or name of the agent, or source/id');

/** Adds the options of commands that read sources. */
const addSourceOptions = (command: Command): Command =>
  command
    .addOption(offlineOption())
    .addOption(refreshOption().conflicts('offline'))
    .addOption(configOption())
    .addOption(yesOption('accept the official registry without asking'))
    .addOption(formatOption());

function addReaders(registry: Command, { terminal, finish }: CommandContext): void {
  addSourceOptions(registry.command('list').summary('list the agents of all sources, and what is installed'))
    .addOption(new Option('--installed', 'only what is installed'))
    .addHelpText('after', '\nExample: acp registry list --offline')
    .action(async (flags: ListFlags) => {
      const { listRegistry } = await import('./list.ts');
      finish(await listRegistry({ flags }, terminal));
    });

  addSourceOptions(
    registry
      .command('search')
      .summary('search the agents of all sources')
      .addArgument(new Argument('<words...>', 'words of its id, name, description or authors')),
  )
    .addHelpText('after', '\nExample: acp registry search gemini')
    .action(async (words: readonly string[], flags: ListFlags) => {
      const { listRegistry } = await import('./list.ts');
      finish(await listRegistry({ flags, words: words.join(' ') }, terminal));
    });

  addSourceOptions(
    registry
      .command('info')
      .summary('show everything about one agent, and what would run')
      .addArgument(agentArgument()),
  )
    .addHelpText('after', '\nExample: acp registry info gemini')
    .action(async (name: string, flags: RegistryFlags) => {
      const { registryInfo } = await import('./info.ts');
      finish(await registryInfo({ name, flags }, terminal));
    });
}

function addChanges(registry: Command, { terminal, finish }: CommandContext): void {
  registry
    .command('install')
    .summary('install an agent')
    .description(
      'Installs an agent after a question that shows what will be downloaded and run. Nothing is run during an ' +
        'install. A download that was interrupted goes on where it stopped.',
    )
    .addArgument(agentArgument())
    .addOption(new Option('--distribution <kind>', 'how to obtain it').choices(['binary', 'npx', 'uvx']))
    .addOption(new Option('--version <version>', 'refuse any version but this one'))
    .addOption(new Option('--accept-sha256 <checksum>', 'accept a download that has changed since its first install'))
    .addOption(new Option('--dry-run', 'only show what would be downloaded and run'))
    .addOption(offlineOption())
    .addOption(configOption())
    .addOption(yesOption('install it without asking'))
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Examples:
  acp registry install gemini
  acp registry install codex-acp --distribution npx --yes`,
    )
    .action(async (name: string, flags: InstallFlags) => {
      const { install } = await import('./install.ts');
      finish(await install({ name, flags }, terminal));
    });

  registry
    .command('update')
    .summary('show what newer versions change, and install them')
    .addArgument(new Argument('[agents...]', 'installed agents (default: all of them)'))
    .addOption(new Option('--dry-run', 'only show what would change'))
    .addOption(configOption())
    .addOption(yesOption('update without asking'))
    .addOption(formatOption())
    .addHelpText('after', '\nExample: acp registry update --dry-run')
    .action(async (names: readonly string[], flags: RegistryFlags & { readonly dryRun?: boolean }) => {
      const { update } = await import('./update.ts');
      finish(await update({ names, flags }, terminal));
    });

  registry
    .command('remove')
    .summary('remove an installed agent')
    .addArgument(new Argument('<agent>', 'installed agent'))
    .addHelpText('after', '\nExample: acp registry remove gemini')
    .action(async (name: string) => {
      const { remove } = await import('./remove.ts');
      finish(await remove(name, terminal));
    });

  registry
    .command('verify')
    .summary('compare installed agents with what was recorded at their install')
    .addArgument(new Argument('[agents...]', 'installed agents (default: all of them)'))
    .addOption(formatOption())
    .addHelpText('after', '\nExit codes: 0 nothing differs, 1 something differs.')
    .action(async (names: readonly string[], flags: RegistryFlags) => {
      const { verify } = await import('./verify.ts');
      finish(await verify({ names, flags }, terminal));
    });
}

function addSources(registry: Command, { terminal, finish }: CommandContext): void {
  const sources = registry
    .command('sources')
    .summary('list, add and remove the registries that are used')
    .description('Lists the registries of the config file, in the order in which they win.')
    .addOption(configOption())
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Examples:
  acp registry sources add official
  acp registry sources add team https://agents.example/registry.json
  acp registry sources add local ./my-registry
  acp registry sources remove team

ACP_OFFICIAL_REGISTRY names a mirror that is used in place of the official address.`,
    )
    .action(async (flags: RegistryFlags) => {
      const { listSources } = await import('./sources.ts');
      finish(await listSources(flags, terminal));
    });
  sources
    .command('add')
    .summary('add a registry, or accept the official one')
    .addArgument(new Argument('<source>', 'name for it, or official'))
    .addArgument(new Argument('[location]', 'address of a registry.json, or path of a file or folder'))
    .addOption(new Option('--first', 'put it before the others, so that its agents win'))
    .addOption(configOption())
    .action(async (name: string, location: string | undefined, _flags: object, command: Command) => {
      const { addSource } = await import('./sources.ts');
      finish(await addSource({ name, location, flags: command.optsWithGlobals() }, terminal));
    });
  sources
    .command('remove')
    .summary('do not use a registry any more')
    .addArgument(new Argument('<source>', 'its name'))
    .addOption(configOption())
    .action(async (name: string, _flags: object, command: Command) => {
      const { removeSource } = await import('./sources.ts');
      finish(await removeSource({ name, flags: command.optsWithGlobals() }, terminal));
    });
}
