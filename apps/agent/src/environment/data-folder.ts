/** Where the agent keeps its sessions. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The environment variables of the agent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The folder: ACP_AGENT_DATA, or the place that the system has for such things. */
export function dataFolder(env: Environment, platform: NodeJS.Platform = process.platform): string {
  const { ACP_AGENT_DATA, XDG_DATA_HOME, LOCALAPPDATA } = env;
  if (ACP_AGENT_DATA !== undefined && ACP_AGENT_DATA !== '') return ACP_AGENT_DATA;
  return join(baseFolder(platform, XDG_DATA_HOME, LOCALAPPDATA), 'acp-stack', 'agent');
}

function baseFolder(platform: NodeJS.Platform, xdg: string | undefined, local: string | undefined): string {
  // The specification of XDG has relative paths ignored.
  if (xdg !== undefined && isAbsolute(xdg)) return xdg;
  if (platform === 'win32') return local ?? join(homedir(), 'AppData', 'Local');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return join(homedir(), '.local', 'share');
}
