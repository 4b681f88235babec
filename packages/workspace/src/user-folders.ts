/**
 * The folders in which acp-stack keeps the files of a user.
 *
 * An absolute XDG variable comes first, on every platform; relative ones are ignored, as its specification says. Then
 * come the folders of the platform, below the home folder. None of them has to exist.
 */
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

export { keepAside, keptAside } from './keep-aside.ts';
export {
  openPrivateFile,
  privateFileProblem,
  UnusableFileError,
  type PrivateFileOptions,
  type UnusableFileCode,
} from './paths/private-file.ts';
export { openWithoutLink } from './paths/open-without-link.ts';
export { renameOver, renameOverSync, type RenameSystem, type SyncRenameSystem } from './files/rename-over.ts';
export { findRepeatedKey, type RepeatedKey } from './repeated-key.ts';
export {
  noWait,
  readRegularFile,
  readRegularFileSync,
  UnreadableFileError,
  type ReadLimit,
} from './paths/regular-file.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the home folder: `HOME` if it is an absolute path, otherwise the one of the operating system. */
export function homeFolder(env: Environment = process.env): string {
  const { HOME } = env;
  return HOME !== undefined && isAbsolute(HOME) ? HOME : homedir();
}

/** Returns the folder for settings: `acp-stack` in `XDG_CONFIG_HOME`, or where the platform keeps settings. */
export function configFolder(env: Environment = process.env, platform: NodeJS.Platform = process.platform): string {
  const { XDG_CONFIG_HOME, APPDATA } = env;
  const folders = { xdg: XDG_CONFIG_HOME, windows: APPDATA ?? join(homeFolder(env), 'AppData', 'Roaming') };
  return join(baseFolder({ ...folders, other: '.config' }, env, platform), 'acp-stack');
}

/** Returns the folder for data: `acp-stack` in `XDG_DATA_HOME`, or where the platform keeps data. */
export function dataFolder(env: Environment = process.env, platform: NodeJS.Platform = process.platform): string {
  const { XDG_DATA_HOME, LOCALAPPDATA } = env;
  const folders = { xdg: XDG_DATA_HOME, windows: LOCALAPPDATA ?? join(homeFolder(env), 'AppData', 'Local') };
  return join(baseFolder({ ...folders, other: join('.local', 'share') }, env, platform), 'acp-stack');
}

/** Returns every folder or file in which acp-stack keeps settings and data of the user, wherever variables put them. */
export function ownFolders(env: Environment = process.env): readonly string[] {
  const { ACP_CONFIG, ACP_AGENT_DATA } = env;
  const named = [ACP_CONFIG, ACP_AGENT_DATA].filter((path) => path !== undefined && path !== '');
  return [configFolder(env), dataFolder(env), ...named.map((path) => resolve(path ?? ''))];
}

interface BaseFolders {
  readonly xdg: string | undefined;
  readonly windows: string;
  /** Below the home folder, on other platforms than Windows and macOS. */
  readonly other: string;
}

function baseFolder({ xdg, windows, other }: BaseFolders, env: Environment, platform: NodeJS.Platform): string {
  if (xdg !== undefined && isAbsolute(xdg)) return xdg;
  if (platform === 'win32') return windows;
  return join(homeFolder(env), platform === 'darwin' ? join('Library', 'Application Support') : other);
}
