/** Where the settings of the program are. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The folder that the system has for such things, and ours in it; it may not exist yet. */
export function configFolder(env: Environment, platform: NodeJS.Platform = process.platform): string {
  const { XDG_CONFIG_HOME, APPDATA } = env;
  return join(baseFolder(homeOf(env), platform, { xdg: XDG_CONFIG_HOME, roaming: APPDATA }), 'acp-stack');
}

/** The config file: ACP_CONFIG, or the one in our folder. */
export function configPath(env: Environment): string {
  const { ACP_CONFIG } = env;
  if (ACP_CONFIG !== undefined && ACP_CONFIG !== '') return ACP_CONFIG;
  return join(configFolder(env), 'config.json');
}

/** The home folder that the environment names; the system's when it names none. */
export const homeOf = ({ HOME }: Environment): string => (HOME !== undefined && isAbsolute(HOME) ? HOME : homedir());

function baseFolder(
  home: string,
  platform: NodeJS.Platform,
  { xdg, roaming }: { readonly xdg: string | undefined; readonly roaming: string | undefined },
): string {
  // The specification of XDG has relative paths ignored.
  if (xdg !== undefined && isAbsolute(xdg)) return xdg;
  if (platform === 'win32') return roaming ?? join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return join(home, '.config');
}
