/** The password of the test login; it protects nothing. */
import type { Environment } from '@acp-stack/workspace/user-folders';

/** The variable that sets another password. */
const variable = 'ACP_AGENT_PASSWORD';
const usual = 'test';

/** Whether `given` is the password. */
export const isPassword = (given: string, env: Environment): boolean => given === (env[variable] || usual);
