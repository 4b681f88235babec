/** The environment of an npm that a test starts. */
import { join } from 'node:path';

import { toolFolders } from '../../scripts/setup/tool-folders.mjs';
import { repository } from './checkout.ts';

/** Without what npm and vitest tell the programs they start; npm needs a folder that it may write. */
export const npmEnvironment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_(?!config_registry)|VITEST|NODE_ENV|INIT_CWD)/.test(name)),
  ),
  ...toolFolders(join(repository, '.tools')),
};
