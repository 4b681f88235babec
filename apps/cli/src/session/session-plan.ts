/**
 * How to open a session, from the command line and the files. It is checked before an agent is started.
 *
 * If the agent does not support what a flag asks for, the command fails; what only a file asks for is omitted with a
 * warning.
 */
import type { AgentServer, HubChoice } from '../config/agent-server.ts';
import { fieldsOf } from '../config/checked-fields.ts';
import { parseSettings, readTextFile } from '../config/json-file.ts';
import { firstOf, type Settings } from '../config/settings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../errors/usage-error.ts';
import { existingFolder } from '../files/existing-folder.ts';
import type { SessionFlags } from '../command-line/agent-options.ts';
import type { ConfiguredServer, WantedMcpServer } from './mcp-servers.ts';
import { ownModule, type OwnServer } from './own-servers.ts';

/** An option of the session, by its category or its id. */
export interface WantedOption {
  readonly by: 'category' | 'id';
  readonly key: string;
  readonly value: string | boolean;
  /** The flag that asked for it; undefined for a file, whose options may be omitted. */
  readonly flag: string | undefined;
}

export interface SessionPlan {
  readonly cwd: string;
  /** Whether the agent is reached by an address. */
  readonly isRemote: boolean;
  readonly additionalDirectories: readonly string[];
  readonly mcpServers: readonly WantedMcpServer[];
  /** The servers that this program offers itself. */
  readonly ownServers: readonly OwnServer[];
  readonly systemPrompt: { readonly text: string; readonly mode: 'append' | 'override' } | undefined;
  readonly options: readonly WantedOption[];
  /** Set if the session is one of a hub. */
  readonly hub?: HubChoice;
}

export interface PlanSources {
  readonly cwd: string;
  readonly settings: Settings;
  readonly server: Pick<AgentServer, 'kind' | 'defaults'> & { readonly hub?: HubChoice };
  readonly terminal: Terminal;
}

export async function planSession(
  flags: SessionFlags,
  { cwd, settings, server, terminal }: PlanSources,
): Promise<SessionPlan> {
  const { env } = terminal;
  const { defaults } = server;
  const {
    addDir = [],
    mcpConfig = [],
    tools = [],
    configOption = [],
    systemPrompt,
    systemPromptMode = 'append',
  } = flags;
  if (systemPrompt === undefined && flags.systemPromptMode !== undefined) {
    throw new UsageError('--system-prompt-mode requires --system-prompt');
  }
  const servers = await configuredServers(mcpConfig, settings, terminal);
  return {
    cwd,
    isRemote: server.kind === 'url',
    additionalDirectories: addDir.map((folder) => existingFolder(folder, '--add-dir')),
    mcpServers: servers.flatMap((each) => ('server' in each ? [each] : [])),
    ownServers: [
      ...tools.map((file) => ownModule(file, '--tools')),
      ...servers.flatMap((each) => ('own' in each ? [each.own] : [])),
    ],
    systemPrompt: systemPrompt === undefined ? undefined : { text: systemPrompt, mode: systemPromptMode },
    options: [
      ...categoryOption('model', firstOf(flags.model, env['ACP_MODEL'], undefined), defaults.model),
      ...categoryOption('mode', firstOf(flags.mode, env['ACP_MODE'], undefined), defaults.mode),
      ...Object.entries(defaults.configOptions).map(([key, value]): WantedOption => ({
        by: 'id',
        key,
        value,
        flag: undefined,
      })),
      ...configOption.map(readOption),
    ],
    ...(server.hub === undefined ? {} : { hub: server.hub }),
  };
}

/** The option of a category: from a flag or a variable, or else the default of the agent. */
function categoryOption(
  category: string,
  flagged: string | undefined,
  fallback: string | undefined,
): readonly WantedOption[] {
  if (flagged !== undefined) return [{ by: 'category', key: category, value: flagged, flag: `--${category}` }];
  return fallback === undefined ? [] : [{ by: 'category', key: category, value: fallback, flag: undefined }];
}

function readOption(text: string): WantedOption {
  const [, key, value] = /^([^=]+)=(.*)$/su.exec(text) ?? [];
  if (key === undefined || value === undefined) {
    throw new UsageError(`--config-option must be key=value, such as --config-option web=true, not ${text}`);
  }
  return { by: 'id', key, value, flag: '--config-option' };
}

/** The servers of the files and of the settings; most commands have none, and load nothing for them. */
async function configuredServers(
  files: readonly string[],
  settings: Settings,
  { env }: Terminal,
): Promise<readonly ConfiguredServer[]> {
  if (files.length === 0 && settings.mcpServers === undefined) return [];
  const { readMcpServers } = await import('./mcp-servers.ts');
  return [
    ...files.flatMap((file) => readMcpServers(serversInFile(file), { place: file, env, flag: '--mcp-config' })),
    ...readMcpServers(settings.mcpServers, { place: settings.path, env, flag: undefined }),
  ];
}

function serversInFile(file: string): unknown {
  const text = readTextFile(file);
  if (text === undefined) throw new UsageError(`--mcp-config: ${file} does not exist`);
  const fields = fieldsOf(parseSettings(text, file), file);
  if (fields['mcpServers'] === undefined) throw new UsageError(`--mcp-config: ${file} has no "mcpServers"`);
  return fields['mcpServers'];
}
