/** `acp hub` on the command line. */
import { Argument, InvalidArgumentError, Option, type Command } from 'commander';

import {
  addDiagnosticOptions,
  configOption,
  proxyOption,
  repeatable,
  trustProjectOption,
  yesOption,
} from '../../command-line/agent-options.ts';
import type { CommandContext } from '../../command-line/command-context.ts';
import { addCommandGroup } from '../../command-line/command-group.ts';
import { formatOption } from '../../command-line/format-option.ts';
import { toPort, toSeconds } from '../../command-line/number-arguments.ts';
import type { StartFlags } from './hub-settings.ts';
import type { DrainFlags } from './hub-drain.ts';
import type { OperatorListFlags } from './hub-operations.ts';
import { clientOptions, duration } from './hub-options.ts';
import type { StorageFlags, GarbageFlags } from './hub-storage.ts';
import type { TokenFlags } from './hub-tokens.ts';
import { addSharing } from './sharing-command.ts';

const databaseOption = (): Option =>
  new Option(
    '--database <address>',
    'where sessions are stored: a file of SQLite, or postgres://… (env: ACP_HUB_DATABASE; default: in your data folder)',
  );

const tokensOption = (): Option =>
  new Option(
    '--tokens <file>',
    'file with the tokens of users; acp hub token writes it (default: in your data folder)',
  );

const bytes = (flags: string, description: string): Option =>
  new Option(flags, description).argParser((text) => {
    const [, digits, unit = ''] = /^(\d{1,12})([KMGT]?)$/u.exec(text) ?? [];
    if (digits === undefined) throw new InvalidArgumentError('It must be a number of bytes, such as 500M or 20G.');
    return Number(digits) * 1024 ** ' KMGT'.indexOf(unit === '' ? ' ' : unit);
  });

export function addHub(program: Command, context: CommandContext): void {
  const hub = addCommandGroup(program, {
    name: 'hub',
    summary: 'keep agents running, for many clients and across restarts',
    description:
      'A hub keeps the sessions of agents: clients come and go, several at once, and the agents go on. ' +
      'acp hub alone starts one.',
  });
  addStart(hub, context);
  addOperations(hub, context);
  addSharing(hub, context);
  addStorage(hub, context);
  addTokens(hub, context);
}

function addStart(hub: Command, { terminal, finish, version }: CommandContext): void {
  const start = hub
    .command('start', { isDefault: true })
    .summary('start a hub (default)')
    .description(
      'Starts a hub on this machine and prints its URL. Without options it keeps sessions in your data folder, ' +
        'accepts your own clients, and works in the current folder with the agents of your config file, those that ' +
        'are installed, and the bundled one. On SIGTERM it waits for running work, then exits; sessions stay.',
    )
    .addOption(new Option('--port <number>', 'port; 0 chooses a free one').argParser(toPort).default(8421))
    .addOption(new Option('--host <address>', 'address to listen on').default('127.0.0.1'))
    .addOption(databaseOption())
    .addOption(repeatable('--root <folder>', 'folder in which sessions may work (default: the current one)'))
    .addOption(
      repeatable('--agent <name>', 'agent that sessions may use; the first is the default (default: all known)'),
    )
    .addOption(proxyOption())
    .addOption(tokensOption())
    .addOption(new Option('--oidc-issuer <address>', 'accept tokens of this OpenID provider'))
    .addOption(new Option('--oidc-audience <name>', 'the audience that these tokens must have'))
    .addOption(repeatable('--operator <name>', 'user of the provider or of a certificate who operates the hub'))
    .addOption(new Option('--tls-cert <file>', 'certificate of the hub, in PEM'))
    .addOption(new Option('--tls-key <file>', 'its key, in PEM'))
    .addOption(new Option('--tls-client-ca <file>', 'accept clients with a certificate of this authority, in PEM'))
    .addOption(
      new Option('--allow-origin <origin...>', 'origins of web pages that may connect, such as https://editor.example'),
    )
    .addOption(
      new Option('--allow-host <name...>', 'host names besides localhost that clients may use, such as hub.example'),
    )
    .addOption(new Option('--allow-mcp-stdio', 'let clients start MCP servers: commands with arguments'))
    .addOption(
      repeatable(
        '--limit <name=number>',
        'limit of each user: sessions, stored-bytes, processes, requests-per-second, attachments',
      ),
    )
    .addOption(duration('--delete-after <time>', 'delete sessions that were not used for this time'))
    .addOption(bytes('--keep-bytes <bytes>', 'delete the oldest sessions until the others have at most this size'))
    .addOption(
      new Option('--drain <seconds>', 'how long to wait for running work before exiting')
        .argParser(toSeconds)
        .default(10),
    )
    .addOption(new Option('--name <name>', 'name of this node among several hubs (default: that of the machine)'))
    .addOption(formatOption('when it is ready, print the URL, or {"url":…,"token":…} as one line of JSON'))
    .addOption(new Option('--log-format <format>', 'how stderr is written').choices(['text', 'json']).default('text'))
    .addOption(configOption())
    .addOption(trustProjectOption())
    .addOption(yesOption());
  addDiagnosticOptions(start)
    .addHelpText(
      'after',
      `
Examples:
  acp hub
  acp hub --port 0 --format json                     for scripts
  acp hub --root ~/projects --agent claude --agent gemini
  acp hub --database postgres://hub@db.example/acp   several hubs may share it
  acp chat --hub                                     connect, as the same user on the same machine

Your own token is made once and kept in a file that only you can read; ACP_HUB_TOKEN sets it instead.
Exit codes: 0 stopped by a signal, 2 wrong command line, address or database in use, 7 the database or an agent cannot be used.`,
    )
    .action(async (flags: StartFlags) => {
      const { startHub } = await import('./hub-start.ts');
      finish(await startHub({ flags, version }, terminal));
    });
}

function addOperations(hub: Command, { terminal, finish, version }: CommandContext): void {
  clientOptions(hub.command('status').summary('show what a running hub does'))
    .addOption(formatOption())
    .action(async (flags: OperatorListFlags) => {
      const { hubStatus } = await import('./hub-operations.ts');
      finish(await hubStatus({ flags, version }, terminal));
    });
  clientOptions(hub.command('sessions').summary('list the sessions of all users, for operators'))
    .addOption(new Option('--limit <number>', 'maximum number of sessions').argParser(Number).default(50))
    .addOption(formatOption())
    .action(async (flags: OperatorListFlags & { readonly limit: number }) => {
      const { hubSessions } = await import('./hub-operations.ts');
      finish(await hubSessions({ flags, version }, terminal));
    });
  clientOptions(hub.command('audit').summary('show what users did, for operators'))
    .description('Shows the last events of the audit log, the newest at the end: who did what, and what was refused.')
    .addOption(new Option('--principal <name>', 'only what this user did'))
    .addOption(new Option('--limit <number>', 'maximum number of events').argParser(Number).default(50))
    .addOption(formatOption())
    .action(async (flags: OperatorListFlags & { readonly limit: number; readonly principal?: string }) => {
      const { hubAudit } = await import('./hub-operations.ts');
      finish(await hubAudit({ flags, version }, terminal));
    });
  clientOptions(hub.command('drain').summary('let a running hub end its work, and take no more'))
    .description(
      'Lets a running hub take no more sessions, and waits until its work has ended. A restart ends the draining.',
    )
    .addOption(
      new Option('--wait <seconds>', 'interrupt work that lasts longer (default: wait as long as it takes)').argParser(
        toSeconds,
      ),
    )
    .action(async (flags: DrainFlags) => {
      const { drainHub } = await import('./hub-drain.ts');
      finish(await drainHub({ flags, version }, terminal));
    });
}

function addStorage(hub: Command, { terminal, finish }: CommandContext): void {
  hub
    .command('backup')
    .summary('copy the database into a file, while the hub runs')
    .addArgument(new Argument('<file>', 'new file'))
    .addOption(databaseOption())
    .action(async (file: string, flags: StorageFlags) => {
      const { backUp } = await import('./hub-storage.ts');
      finish(await backUp(file, flags, terminal));
    });
  hub
    .command('restore')
    .summary('put a copy in the place of the database of a stopped hub')
    .addArgument(new Argument('<file>', 'file that acp hub backup has written'))
    .addOption(databaseOption())
    .action(async (file: string, flags: StorageFlags) => {
      const { restore } = await import('./hub-storage.ts');
      finish(await restore(file, flags, terminal));
    });
  hub
    .command('gc')
    .summary('delete old sessions, by age or size')
    .addOption(duration('--older-than <time>', 'delete sessions that were not used for this time'))
    .addOption(bytes('--keep-bytes <bytes>', 'delete the oldest sessions until the others have at most this size'))
    .addOption(new Option('--dry-run', 'print what would be deleted, without deleting it'))
    .addOption(databaseOption())
    .addOption(formatOption())
    .addHelpText('after', '\nExample: acp hub gc --older-than 90d --keep-bytes 20G')
    .action(async (flags: GarbageFlags) => {
      const { collectGarbage } = await import('./hub-storage.ts');
      finish(await collectGarbage(flags, terminal));
    });
}

const userArgument = (): Argument => new Argument('<name>', 'name of the user');

function addTokens(hub: Command, { terminal, finish }: CommandContext): void {
  const token = hub.command('token').summary('add, list and remove the tokens of users');
  token
    .command('add')
    .summary('make a token for a user, and print it')
    .addArgument(userArgument())
    .addOption(new Option('--operator', 'the user may operate the hub: status, drain, sessions of others'))
    .addOption(tokensOption())
    .action(async (user: string, flags: TokenFlags) => {
      const { addToken } = await import('./hub-tokens.ts');
      finish(await addToken(user, flags, terminal));
    });
  token
    .command('list')
    .summary('list the users that have one')
    .addOption(tokensOption())
    .addOption(formatOption())
    .action(async (flags: TokenFlags & { readonly format: 'text' | 'json' }) => {
      const { listTokens } = await import('./hub-tokens.ts');
      finish(await listTokens(flags, terminal));
    });
  token
    .command('remove')
    .summary('remove all tokens of a user')
    .addArgument(userArgument())
    .addOption(tokensOption())
    .action(async (user: string, flags: TokenFlags) => {
      const { removeToken } = await import('./hub-tokens.ts');
      finish(await removeToken(user, flags, terminal));
    });
}
