/** `acp agents import`: imports the agents of an editor; existing agents are not changed. */
import { join } from 'node:path';

import { type Environment, homeFolder } from '@acp-stack/workspace/user-folders';

import { readAgentServer, type AgentServer } from '../../config/agent-server.ts';
import { changeAgents, readConfig } from '../../config/config.ts';
import { configPath } from '../../config/config-path.ts';
import { fieldsOf } from '../../config/checked-fields.ts';
import { isJsonObject } from '../../json/json-object.ts';
import { parseSettings, readTextFile } from '../../config/json-file.ts';
import { describeAgent } from '../../config/settings.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { UsageError } from '../../errors/usage-error.ts';

type Editor = 'zed' | 'jetbrains';

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
  if (text === undefined) throw new UsageError(`there is no ${source}; use --from to choose a file`);
  const path = flags.config ?? configPath(env);
  const { agents } = readConfig(path);
  const added = new Map<string, AgentServer>();
  for (const [name, entry] of Object.entries(
    fieldsOf(fieldsOf(parseSettings(text, source), source)['agent_servers'], source),
  )) {
    const note = obstacle(entry) ?? (agents.has(name) ? 'already exists' : undefined);
    if (note === undefined) added.set(name, readAgentServer(name, entry, `${source}: agent_servers.${name}`));
    else await stderr.tryWrite(`${name} ${note}\n`);
  }
  for (const server of added.values()) await stdout.write(`${server.name}: ${describeAgent(server)}\n`);
  if (added.size === 0) await stderr.tryWrite('nothing to add\n');
  else if (flags.dryRun !== true) changeAgents(path, Object.fromEntries(added));
  return 0;
}

/** Why an entry cannot be imported: agents that the editor installs itself have only a name. */
function obstacle(entry: unknown): string | undefined {
  if (!isJsonObject(entry)) return 'is not an object and was skipped';
  if (entry['command'] !== undefined || entry['url'] !== undefined) return undefined;
  return 'is installed by the editor, without a command, and was skipped';
}

/** The settings file of an editor. */
function settingsPath(editor: Editor, env: Environment, platform: NodeJS.Platform = process.platform): string {
  const home = homeFolder(env);
  if (editor === 'jetbrains') return join(home, '.jetbrains', 'acp.json');
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Zed', 'settings.json');
  const base = platform === 'darwin' ? join(home, '.config') : (env['XDG_CONFIG_HOME'] ?? join(home, '.config'));
  return join(base, 'zed', 'settings.json');
}
