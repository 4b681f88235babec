/** Opens a web page in the browser of the user, which is another program. */
import { spawn } from 'node:child_process';

/** Hands the address over as one word; no shell looks at it. */
export function openPage(url: string, env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const browser = env['BROWSER'] ?? '';
  const [command, args] =
    browser === '' ? (opener[process.platform] ?? (['xdg-open', []] as const)) : ([browser, []] as const);
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', () => {
      reject(new Error(`The browser could not be started; open the page yourself: ${url}`));
    });
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}

const opener: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  darwin: ['open', []],
  win32: ['rundll32', ['url.dll,FileProtocolHandler']],
};
