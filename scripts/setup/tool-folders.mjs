/**
 * Where npm and pnpm keep what they download: in the user's folders, or in the checkout where those cannot be written,
 * as with a home folder that is read-only.
 */
import { accessSync, constants } from 'node:fs';
import { devNull, homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The variables that name the folders, and the folders below the home folder that hold without them. */
const folders = {
  npm_config_cache: '.npm',
  XDG_CACHE_HOME: '.cache',
  XDG_DATA_HOME: join('.local', 'share'),
  XDG_STATE_HOME: join('.local', 'state'),
};

/** The variables for folders that cannot be written; these are then folders of `tools`. */
export function toolFolders(tools, env = process.env) {
  const home = env.HOME ?? homeOfUser();
  const unwritable = Object.entries(folders).filter(([name, folder]) => !isWritable(env[name] ?? join(home, folder)));
  return Object.fromEntries(unwritable.map(([name, folder]) => [name, join(tools, 'home', folder)]));
}

/** A user that the system does not know, as in some containers, has no home: nothing can be written there. */
function homeOfUser() {
  try {
    return homedir();
  } catch {
    return devNull;
  }
}

/** True when `path` can be written, or can be made where it does not exist. */
function isWritable(path) {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch (error) {
    return error.code === 'ENOENT' && dirname(path) !== path && isWritable(dirname(path));
  }
}
