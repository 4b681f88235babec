/** How the `acp` program in this extension is started, whose agent comes with it. */
import { join } from 'node:path';

/** The command, and the agent of it where it needs a variable. */
export interface AcpProgram {
  readonly command: readonly string[];
  /** Agents by name, as in the settings. */
  readonly agents: Readonly<Record<string, unknown>>;
}

/** The program in the folder of the extension. */
export function programOfAcp(folder: string): AcpProgram {
  const command = [process.execPath, join(folder, 'program', 'acp', 'main.js')];
  // In a desktop editor the program that runs this extension is the editor itself, unless this variable is set.
  const [executable, file] = command;
  const env = { ELECTRON_RUN_AS_NODE: '1' };
  const isElectron = process.versions['electron'] !== undefined;
  return { command, agents: isElectron ? { bundled: { command: executable, args: [file, 'agent'], env } } : {} };
}
