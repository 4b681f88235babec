/** Opens a web page in the browser of the user. */
import { windowsTool, type Environment } from '@acp-stack/stdio';

import { startProgram } from './start-program.ts';

/** The system that opens pages; tests pass their own. */
export interface PageSystem {
  readonly platform?: NodeJS.Platform;
  readonly start?: (words: readonly [string, ...string[]]) => Promise<void>;
}

/** Passes the URL as one argument, without a shell. Resolves when the browser was started, which `BROWSER` may name. */
export async function openPage(
  url: string,
  env: Environment,
  { platform = process.platform, start = startProgram }: PageSystem = {},
): Promise<void> {
  const browser = env['BROWSER'] ?? '';
  try {
    await start([...(browser === '' ? openerOf(platform, env) : ([browser] as const)), url]);
  } catch (error) {
    throw new Error(`The browser could not be started; open the page yourself: ${url}`, { cause: error });
  }
}

/** The program of the system that opens a URL. */
function openerOf(platform: NodeJS.Platform, env: Environment): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['/usr/bin/open'];
  if (platform === 'win32') return [windowsTool('rundll32.exe', env), 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}
