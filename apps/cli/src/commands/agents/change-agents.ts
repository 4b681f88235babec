/** `acp agents add` and `acp agents remove`. */
import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';

import { readAgentServer, type AgentServer } from '../../config/agent-server.ts';
import { changeAgents, readConfig } from '../../config/config.ts';
import { configPath } from '../../config/config-path.ts';
import { describeAgent } from '../../config/describe-agent.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import { typedWord } from '../../text/shell-words.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../errors/usage-error.ts';
import type { AgentFlags } from '../../command-line/agent-options.ts';
import { requireAgentUrl } from '../../connect/agent-url.ts';
import { bundledName } from '../../connect/choose-agent.ts';

export interface AddFlags extends AgentFlags {
  readonly env?: readonly string[];
  readonly default?: boolean;
  readonly model?: string;
  readonly mode?: string;
  /** False with `--no-try`. */
  readonly try?: boolean;
}

export interface AddCommand {
  readonly name: string;
  readonly flags: AddFlags;
  /** The words after `--`. */
  readonly command: readonly string[] | undefined;
  /** The version of this program. */
  readonly version: string;
}

export async function addAgent({ name, flags, command, version }: AddCommand, terminal: Terminal): Promise<number> {
  if (name.trim() === '' || name.startsWith('-'))
    throw new UsageError('the name of the agent must not be empty, or begin with -');
  if (name === bundledName)
    throw new UsageError(`${bundledName} is the name of the bundled agent; choose another name`);
  if ((command === undefined) === (flags.url === undefined)) {
    throw new UsageError(`${name} needs a command or a URL: acp agents add ${name} -- command, or --url address`);
  }
  if (flags.url !== undefined) requireAgentUrl(flags.url);
  else if (flags.tokenFile !== undefined) throw new UsageError('--token-file requires --url');
  const path = flags.config ?? configPath(terminal.env);
  const isKnown = readConfig(path).agents.has(name);
  const server = readEntry(name, flags, absoluteWords(command ?? []));
  changeAgents(path, { [name]: server });
  const doctorLine = `acp agents doctor ${typedWord(name)}`;
  const advice = flags.try === false ? `${doctorLine} tries it\n` : '';
  await terminal.stderr.tryWrite(`${isKnown ? 'changed' : 'added'} ${name}: ${describeAgent(server)}\n${advice}`);
  if (flags.try === false) return 0;
  const { tryAgent } = await import('./doctor.ts');
  const { config, timeout } = flags;
  const tried = { ...(config === undefined ? {} : { config }), ...(timeout === undefined ? {} : { timeout }) };
  if (await tryAgent({ name, flags: tried, version }, terminal)) return 0;
  await terminal.stderr.tryWrite(`${name} stays in ${path}; when it is repaired, ${doctorLine} tries it again\n`);
  return 1;
}

/** The command works in every folder: a program and files that are named by a relative path get their whole path. */
function absoluteWords([command, ...args]: readonly string[]): readonly string[] {
  if (command === undefined) return [];
  const program = /[/\\]/u.test(command) && !isAbsolute(command) ? resolve(command) : command;
  return [program, ...args.map((word) => (isRelativeFile(word) ? resolve(word) : word))];
}

/**
 * A word alone may be a subcommand that happens to be the name of a file, so a file needs an extension or a folder. A
 * folder may be meant relative to each project.
 */
const isRelativeFile = (word: string): boolean =>
  /[./\\]/u.test(word) && !word.startsWith('-') && !isAbsolute(word) && isFile(word);

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

function readEntry(name: string, flags: AddFlags, [command, ...args]: readonly string[]): AgentServer {
  const reached =
    flags.url === undefined
      ? { command, args, env: pairsOf(flags.env ?? [], '=', '--env') }
      : {
          url: flags.url,
          headers: pairsOf(flags.header ?? [], ':', '--header'),
          ...(flags.tokenFile === undefined ? {} : { token_file: resolve(flags.tokenFile) }),
        };
  return readAgentServer(
    name,
    {
      ...reached,
      ...(flags.model === undefined ? {} : { default_model: flags.model }),
      ...(flags.mode === undefined ? {} : { default_mode: flags.mode }),
      ...(flags.protocol === undefined ? {} : { protocol: flags.protocol }),
    },
    name,
  );
}

/** Parses `name=value` or `name: value` pairs. */
export function pairsOf(texts: readonly string[], mark: string, flag: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text) => {
      const index = text.indexOf(mark);
      if (index <= 0) throw new UsageError(`${flag} must be a name, "${mark}" and a value`);
      return [text.slice(0, index).trim(), text.slice(index + 1).trim()];
    }),
  );
}

export async function removeAgent(
  { name, flags }: { readonly name: string; readonly flags: AgentFlags },
  terminal: Terminal,
): Promise<number> {
  const path = flags.config ?? configPath(terminal.env);
  const { agents, registryAgents } = readConfig(path);
  const names = [...agents.keys(), ...registryAgents.keys()];
  if (!names.includes(name))
    throw new UsageError(
      `${path} has no agent "${name}"${didYouMean(name, names) || (await adviceFor(name, terminal))}`,
    );
  changeAgents(path, { [name]: undefined });
  await terminal.stderr.tryWrite(`removed ${name}\n`);
  return 0;
}

/** An installed agent is not in the config file. */
async function adviceFor(name: string, terminal: Terminal): Promise<string> {
  const { installedIds } = await import('../../registry/registry-server.ts');
  if (!(await installedIds(terminal)).includes(name)) return '; acp agents list lists them';
  return `; it is installed, and acp registry remove ${name} removes it`;
}
