/** Tells the user where a page is, and opens it in the browser. */
import type { Terminal } from '../terminal/terminal.ts';
import { openPage } from '../terminal/open-page.ts';

export interface ShownPage {
  /** The address that opens the page once. */
  readonly address: string;
  /** The address of the endpoint, and the token for it: for scripts. */
  readonly url: string;
  readonly token: string;
  /** The command for the settings of an editor, if there is one. */
  readonly editorCommand?: readonly string[] | undefined;
}

export interface ShowPageFlags {
  /** False with `--no-open`. */
  readonly open: boolean;
  readonly format: 'text' | 'json';
}

/** Prints the address on stdout: as it is, or as one line of JSON. */
export async function showPage(
  { address, url, token, editorCommand }: ShownPage,
  { open, format }: ShowPageFlags,
  { stdout, stderr, env }: Terminal,
  name: string,
): Promise<void> {
  if (format === 'json') await stdout.writeJson(JSON.stringify({ url, token, page: address, editorCommand }));
  else await stdout.write(`${address}\n`);
  if (!open) return;
  try {
    await openPage(address, env);
  } catch {
    await stderr.tryWrite(`${name}: no browser could be started; open the address above yourself\n`);
  }
}
