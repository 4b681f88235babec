/** `acp agents import`: imports the agents of an editor or another client; existing agents are not changed. */
import { join } from 'node:path';

import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';
import { type Environment, homeFolder } from '@acp-stack/workspace/user-folders';

import {
  isRegistryEntry,
  readAgentServer,
  readRegistryEntry,
  type AgentServer,
  type RegistryEntry,
} from '../../config/agent-server.ts';
import { changeAgents, readConfig } from '../../config/config.ts';
import { configPath } from '../../config/config-path.ts';
import { FieldError, fieldsOf, stringsOf } from '../../config/checked-fields.ts';
import { parseSettings, readTextFile } from '../../config/json-file.ts';
import { describeAgent } from '../../config/describe-agent.ts';
import { bundledName } from '../../connect/choose-agent.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { escapeLine } from '../../text/escape-control-characters.ts';
import { splitShellWords } from '../../text/split-shell-words.ts';
import type { Editor } from './editors.ts';

export interface ImportFlags {
  readonly config?: string;
  readonly from?: string;
  readonly dryRun?: boolean;
}

export interface ImportCommand {
  readonly editor: Editor;
  readonly flags: ImportFlags;
}

export async function importAgents({ editor, flags }: ImportCommand, terminal: Terminal): Promise<number> {
  const { env, stdout, stderr } = terminal;
  const source = flags.from ?? settingsPath(editor, env);
  const text = readTextFile(source);
  if (text === undefined) throw new UsageError(`${source} does not exist; use --from to choose a file`);
  const path = flags.config ?? configPath(env);
  const { agents, registryAgents } = readConfig(path);
  const key = editor === 'acpx' ? 'agents' : 'agent_servers';
  const entries = fieldsOf(fieldsOf(parseSettings(text, source), source)[key], `${source}: ${key}`);
  const added = new Map<string, AgentServer | RegistryEntry>();
  for (const [name, given] of Object.entries(entries)) {
    const isKnown = name === bundledName || agents.has(name) || registryAgents.has(name);
    const read = isKnown ? 'already exists' : readOrNote(name, given, { editor, place: `${source}: ${key}.${name}` });
    if (typeof read === 'string') await stderr.tryWrite(`${escapeLine(name)} ${escapeLine(read)}\n`);
    else added.set(name, read);
  }
  for (const server of added.values())
    await stdout.write(`${escapeLine(server.name)}: ${escapeLine(wordsOf(server))}\n`);
  if (added.size === 0) await stderr.tryWrite('nothing to add\n');
  else if (flags.dryRun !== true) changeAgents(path, Object.fromEntries(added));
  return 0;
}

interface Place {
  readonly editor: Editor;
  readonly place: string;
}

/** The agent, or why it is not imported: one bad entry does not keep the others out. */
function readOrNote(name: string, given: unknown, { editor, place }: Place): AgentServer | RegistryEntry | string {
  if (!isJsonObject(given)) return 'is not an object and was skipped';
  try {
    const entry = editor === 'acpx' ? fromAcpx(given, place) : given;
    return obstacle(entry) ?? readEntry(name, entry, place);
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    return `was skipped: ${error.message}`;
  }
}

const readEntry = (name: string, entry: unknown, place: string): AgentServer | RegistryEntry =>
  isRegistryEntry(entry) ? readRegistryEntry(name, entry, place) : readAgentServer(name, entry, place);

const wordsOf = (server: AgentServer | RegistryEntry): string =>
  server.kind === 'registry' ? 'an agent of a registry, installed when it is first used' : describeAgent(server);

/** Why an entry cannot be imported: agents that are built into the editor have only a name. */
function obstacle(entry: JsonObject): string | undefined {
  if (entry['command'] !== undefined || entry['url'] !== undefined || isRegistryEntry(entry)) return undefined;
  return 'is installed by the editor, without a command, and was skipped; acp registry search may find it';
}

/** An entry of acpx has the words of its command as `argv`, or a line for a shell as `command` with `args`. */
function fromAcpx(fields: JsonObject, place: string): JsonObject {
  const given = typeof fields['command'] === 'string' ? fields['command'] : '';
  const line = fields['args'] === undefined ? (splitShellWords(given) ?? []) : [given];
  const [command, ...args] = fields['argv'] === undefined ? line : stringsOf(fields['argv'], `${place}.argv`);
  const { argv: _argv, ...rest } = fields;
  return command === undefined || command === ''
    ? rest
    : { ...rest, command, args: [...args, ...stringsOf(fields['args'], `${place}.args`)] };
}

/** The settings file of an editor or client. */
function settingsPath(editor: Editor, env: Environment, platform: NodeJS.Platform = process.platform): string {
  const home = homeFolder(env);
  if (editor === 'acpx') return join(home, '.acpx', 'config.json');
  if (editor === 'jetbrains') return join(home, '.jetbrains', 'acp.json');
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Zed', 'settings.json');
  const base = platform === 'darwin' ? join(home, '.config') : (env['XDG_CONFIG_HOME'] ?? join(home, '.config'));
  return join(base, 'zed', 'settings.json');
}
