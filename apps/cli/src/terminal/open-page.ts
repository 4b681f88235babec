/** Opens a web page in the browser of the user. */
import { spawn } from 'node:child_process';

/** The program that opens a URL, by platform; `xdg-open` on all others. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Passes the URL as one argument, without a shell. Resolves when the browser was started, which `BROWSER` may name. */
export function openPage(url: string, env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const browser = env['BROWSER'] ?? '';
  const [command, ...args] = browser === '' ? (openers[process.platform] ?? ['xdg-open']) : [browser];
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
