/** The settings of an editor, together with the config file of the `acp` program. */
import { isRegistryEntry, readAgentServer, readRegistryEntry, type AgentServer } from '../config/agent-server.ts';
import { loadSettings, type Settings } from '../config/settings.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What is set in an editor. */
export interface EditorAgents {
  /** Agents by name, each in the shape of `agent_servers` of the config file; one replaces that of the config file. */
  readonly agents: Readonly<Record<string, unknown>>;
  /** The agent of new sessions; that of the config file when empty. */
  readonly defaultAgent: string;
}

/** Reads the config file, and adds the agents of the editor; throws one sentence if an entry is not understood. */
export async function editorSettings(
  { agents, defaultAgent }: EditorAgents,
  cwd: string,
  terminal: Terminal,
): Promise<Settings> {
  const settings = await loadSettings({ cwd }, terminal);
  const own = new Map<string, AgentServer>();
  const fromRegistry = new Map(settings.registryAgents);
  for (const [name, entry] of Object.entries(agents)) {
    const place = `the agent ${JSON.stringify(name)} in the settings of the editor`;
    if (isRegistryEntry(entry)) fromRegistry.set(name, readRegistryEntry(name, entry, place));
    else own.set(name, readAgentServer(name, entry, place));
  }
  return {
    ...settings,
    agents: new Map([...settings.agents, ...own]),
    registryAgents: fromRegistry,
    ...(defaultAgent === '' ? {} : { defaultAgent }),
  };
}
