/** Where the config file is. */
import { join } from 'node:path';

import { configFolder, type Environment } from '@acp-stack/workspace/user-folders';

/** The config file: `ACP_CONFIG`, or `config.json` in the config folder of the user. */
export function configPath(env: Environment): string {
  const { ACP_CONFIG } = env;
  if (ACP_CONFIG !== undefined && ACP_CONFIG !== '') return ACP_CONFIG;
  return join(configFolder(env), 'config.json');
}
