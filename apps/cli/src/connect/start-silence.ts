/** How long a starting agent may be silent. */
import { basename } from 'node:path';

/** Programs that fetch a package before they start it, and print nothing meanwhile if stderr is not a terminal. */
const packageRunners: ReadonlySet<string> = new Set(['npx', 'npm', 'pnpm', 'yarn', 'bunx', 'uvx', 'uv', 'pipx']);

/** Milliseconds until an agent that prints nothing and sends no message is given up. */
export function startSilence(command: string): number {
  const name = basename(command).replace(/\.(?:cmd|exe)$/iu, '');
  return packageRunners.has(name) ? 600_000 : 60_000;
}
