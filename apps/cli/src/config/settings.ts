/**
 * The settings of one command: those of the project, if it is trusted, over those of the user.
 *
 * A flag goes before a variable, and a variable before a file.
 */
import { existsSync } from 'node:fs';

import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../errors/usage-error.ts';
import { Questions } from '../terminal/questions.ts';
import type { AgentServer } from './agent-server.ts';
import { readConfig, type Config } from './config.ts';
import { configPath } from './config-path.ts';
import { findProjectFile, type ProjectFile } from './project-file.ts';

export interface Settings extends Config {
  /** A project file that was left out, because nobody has said that it may be used. */
  readonly untrusted?: ProjectFile;
}

export interface SettingsOptions {
  readonly cwd: string;
  /** The file that the user named. */
  readonly config?: string | undefined;
  /** Uses the file of the project without asking. */
  readonly trustProject?: boolean | undefined;
}

/** Reads the files; asks whether the project may be trusted, where somebody can answer. */
export async function loadSettings(options: SettingsOptions, terminal: Terminal): Promise<Settings> {
  const { cwd, config, trustProject = false } = options;
  const { env } = terminal;
  if (config !== undefined && !existsSync(config))
    throw new UsageError(`--config: there is no file ${config}; check the path`);
  const user = readConfig(config ?? configPath(env));
  const project = await findProjectFile(cwd, env);
  if (project === undefined) return user;
  const isTrusted =
    project.isTrusted || trustProject || env['ACP_TRUST_PROJECT'] === '1' || (await askForTrust(project, terminal));
  if (!isTrusted) {
    if (terminal.stdin.isTTY !== true) {
      await terminal.stderr.tell(
        `acp: ${project.path} is not trusted and was left out; --trust-project uses it, and in a terminal you are asked\n`,
      );
    }
    return { ...user, untrusted: project };
  }
  return merge(user, project.config);
}

/** The value that goes before the others: a flag, a variable, a file. An empty variable counts as none. */
export function firstOf(
  flag: string | undefined,
  variable: string | undefined,
  file: string | undefined,
): string | undefined {
  return flag ?? (variable === '' ? undefined : variable) ?? file;
}

const merge = (user: Config, project: Config): Config => ({
  ...user,
  ...project,
  path: user.path,
  agents: new Map([...user.agents, ...project.agents]),
});

async function askForTrust(project: ProjectFile, terminal: Terminal): Promise<boolean> {
  if (terminal.stdin.isTTY !== true || !terminal.stderr.isTerminal) return false;
  const { agents } = project.config;
  const starts = [...agents.values()].map((server) => `  ${server.name}: ${describeAgent(server)}\n`);
  await terminal.stderr.tell(`${project.path} comes with this project.\n${starts.join('')}`);
  const questions = new Questions(terminal);
  try {
    if (!(await questions.confirm('Do you trust it?'))) return false;
  } finally {
    await questions.close();
  }
  try {
    project.trust();
  } catch (error) {
    // It holds for this time; next time the question comes again.
    await terminal.stderr.tell(`acp: ${error instanceof Error ? error.message : String(error)}\n`);
  }
  return true;
}

/** How an agent is reached, in one line; variables and headers may be secrets and are left out. */
export function describeAgent(server: AgentServer): string {
  return server.kind === 'url' ? server.url : [server.command, ...server.args].map(quoted).join(' ');
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/u.test(word) ? word : JSON.stringify(word));
