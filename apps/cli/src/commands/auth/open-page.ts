/** Opens a page in the browser of the user. */
import { spawn } from 'node:child_process';

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** The user has consented to `url`. Where there is no browser, the user can still type the address, which is shown. */
export function openPage(url: string): void {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}
