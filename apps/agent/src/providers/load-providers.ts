/** Reads all settings about models when the agent starts. */
import type { Environment } from '@acp-stack/workspace/user-folders';

import { emptyConfig, type AgentConfig } from './config.ts';
import { configPath, readConfig, readConfigText } from './config-file.ts';
import { withEnvironment } from './provider-variables.ts';
import { Providers, type ProvidersOptions } from './providers.ts';

/** The services of the config file and of the environment; throws a `ConfigError` for an invalid setting. */
export async function loadProviders(env: Environment, options: ProvidersOptions = {}): Promise<Providers> {
  return new Providers(await loadConfig(env), options);
}

/** The settings; the environment takes precedence over the file. */
async function loadConfig(env: Environment): Promise<AgentConfig> {
  const path = configPath(env);
  const text = await readConfigText(path);
  return withEnvironment(text === undefined ? emptyConfig : readConfig(text, path, env), env);
}
