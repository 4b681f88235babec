/**
 * The settings of one command: the project file, if it is trusted, overrides the config file of the user.
 *
 * A flag overrides a variable, and a variable overrides a file.
 */
import { existsSync } from 'node:fs';

import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../errors/usage-error.ts';
import { canAsk, Questions } from '../terminal/questions.ts';
import { exactLine } from '../text/exact-text.ts';
import { readConfig, type Config } from './config.ts';
import { configPath } from './config-path.ts';
import { findProjectFile, type ProjectFile } from './project-file.ts';
import { projectLines } from './project-lines.ts';

export interface Settings extends Config {
  /** Names that a project file has brought in: nothing is installed for them without a question. */
  readonly projectNames?: ReadonlySet<string>;
  /** A project file that was ignored because it is not trusted. */
  readonly untrusted?: ProjectFile;
}

export interface SettingsOptions {
  readonly cwd: string;
  /** The config file from the command line. */
  readonly config?: string | undefined;
  /** Trusts the project file without asking. */
  readonly trustProject?: boolean | undefined;
}

/** Reads the files; asks the user whether to trust the project file if there is a terminal. */
export async function loadSettings(options: SettingsOptions, terminal: Terminal): Promise<Settings> {
  const { cwd, config, trustProject = false } = options;
  const { env } = terminal;
  if (config !== undefined && !existsSync(config))
    throw new UsageError(`--config: ${config} does not exist; check the path`);
  const user = readConfig(config ?? configPath(env));
  const project = await findProjectFile(cwd, env);
  if (project === undefined) return user;
  if (project.keptList !== undefined) {
    await terminal.stderr.tryWrite(
      `acp: the list of trusted projects was damaged and kept as ${project.keptList}; each project is asked for again\n`,
    );
  }
  const isTrusted =
    project.isTrusted || trustProject || env['ACP_TRUST_PROJECT'] === '1' || (await askForTrust(project, terminal));
  if (!isTrusted) {
    if (terminal.stdin.isTTY !== true) {
      await terminal.stderr.tryWrite(
        `acp: ${project.path} is not trusted and was ignored; --trust-project uses it, and acp asks in a terminal\n`,
      );
    }
    return { ...user, untrusted: project };
  }
  if (project.config.registries !== undefined) {
    await terminal.stderr.tryWrite(
      `acp: "registries" in ${project.path} was ignored; acp registry sources add adds one to your config file\n`,
    );
  }
  return merge(user, project.config);
}

/** The first value of a flag, a variable and a file. An empty variable counts as unset. */
export function firstOf(
  flag: string | undefined,
  variable: string | undefined,
  file: string | undefined,
): string | undefined {
  return flag ?? (variable === '' ? undefined : variable) ?? file;
}

/** A project decides neither where agents come from nor what is installed. */
function merge({ registries, ...user }: Config, project: Config): Settings {
  const { registries: _ignored, ...rest } = project;
  const isOwn = ([name]: readonly [string, unknown]): boolean => !project.agents.has(name);
  return {
    ...user,
    ...rest,
    path: user.path,
    agents: new Map([...[...user.agents].filter(([name]) => !project.registryAgents.has(name)), ...project.agents]),
    registryAgents: new Map([...[...user.registryAgents].filter(isOwn), ...project.registryAgents]),
    ...(registries === undefined ? {} : { registries }),
    projectNames: new Set([
      ...project.registryAgents.keys(),
      ...(project.defaultAgent === undefined ? [] : [project.defaultAgent]),
    ]),
  };
}

async function askForTrust(project: ProjectFile, terminal: Terminal): Promise<boolean> {
  if (!canAsk(terminal)) return false;
  const lines = projectLines(project.config).map((line) => `  ${line}\n`);
  await terminal.stderr.tryWrite(`${exactLine(project.path)} is the project file of this folder.\n${lines.join('')}`);
  const questions = new Questions(terminal);
  try {
    if (!(await questions.confirm('Do you trust it?'))) return false;
  } finally {
    await questions.close();
  }
  try {
    project.trust();
  } catch (error) {
    // The project is trusted for this run; the next run asks again. Settings are read before anything slow is loaded.
    const { describeError } = await import('@acp-stack/rpc');
    await terminal.stderr.tryWrite(`acp: ${describeError(error)}\n`);
  }
  return true;
}
