/** Opens a web page in the browser of the user. */
import { startProgram } from './start-program.ts';

/** The program that opens a URL, by platform; `xdg-open` on all others. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Passes the URL as one argument, without a shell. Resolves when the browser was started, which `BROWSER` may name. */
export async function openPage(url: string, env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const browser = env['BROWSER'] ?? '';
  const opener = browser === '' ? (openers[process.platform] ?? (['xdg-open'] as const)) : ([browser] as const);
  try {
    await startProgram([...opener, url]);
  } catch (error) {
    throw new Error(`The browser could not be started; open the page yourself: ${url}`, { cause: error });
  }
}
