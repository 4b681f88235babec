/** Where the system wants programs to keep their settings. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of our settings; it may not exist yet. */
export function configFolder(
  env: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const { XDG_CONFIG_HOME, APPDATA } = env;
  return join(baseFolder(platform, home, { xdg: XDG_CONFIG_HOME, roaming: APPDATA }), 'acp-stack');
}

function baseFolder(
  platform: NodeJS.Platform,
  home: string,
  { xdg, roaming }: { readonly xdg: string | undefined; readonly roaming: string | undefined },
): string {
  // The specification of XDG has relative paths ignored.
  if (xdg !== undefined && isAbsolute(xdg)) return xdg;
  if (platform === 'win32') return roaming ?? join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return join(home, '.config');
}
