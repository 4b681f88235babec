/** A temporary home for an agent that is tried out: it finds no settings, no credentials and no caches of the user. */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty home. */
export interface EmptyHome {
  /** An empty folder for downloads. */
  readonly downloads: string;
  /** The working directory of the agent. */
  readonly work: string;
  /** The variables of the agent, besides those that it inherits. */
  readonly env: Readonly<Record<string, string>>;
  /** The text with a short word for the path of the folder, which differs each time. */
  withoutPath(text: string): string;
  /** Removes it with everything that the agent wrote there. */
  remove(): Promise<void>;
}

/** What an agent inherits: where programs are, and what Windows needs to start them. */
export const inheritedVariables: readonly string[] = [
  'PATH',
  'Path',
  'PATHEXT',
  'SystemRoot',
  'ComSpec',
  'WINDIR',
  'LANG',
];

/** Makes an empty home in a folder, that for temporary files by default. */
export async function makeEmptyHome(place: string = tmpdir()): Promise<EmptyHome> {
  // On macOS that folder is below a link, and programs print the path that they see.
  const folder = await mkdtemp(join(await realpath(place), 'acp-handshake-'));
  const [home, work, temporary, downloads] = ['home', 'work', 'tmp', 'downloads'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const each of [home, work, temporary, downloads]) await mkdir(each, { mode: 0o700 });
  const env = {
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, 'AppData', 'Roaming'),
    LOCALAPPDATA: join(home, 'AppData', 'Local'),
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    TERM: 'dumb',
    NO_COLOR: '1',
  };
  return {
    downloads,
    work,
    env,
    withoutPath: (text) => text.replaceAll(folder, '(temporary folder)'),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}
