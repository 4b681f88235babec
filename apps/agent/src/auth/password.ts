/** The password of the test login; it protects nothing. */
import type { Environment } from '@acp-stack/workspace/user-folders';

/** The variable that sets another password. */
const variable = 'ACP_AGENT_PASSWORD';
const defaultPassword = 'test';

/** Whether `entered` is the password. */
export const isPassword = (entered: string, env: Environment): boolean =>
  entered === (env[variable] || defaultPassword);
