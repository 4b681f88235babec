/** The settings about models in the environment; they take precedence over the config file. */
import type { Environment } from '@acp-stack/workspace/user-folders';

import { baseUrlProblem, defaultBaseUrls, type AgentConfig, type ApiType, type ProviderConfig } from './config.ts';
import { ConfigError } from './config-error.ts';

/** The variables of each service. */
export const variables: Readonly<Record<ApiType, { readonly key: string; readonly baseUrl: string }>> = {
  openai: { key: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL' },
  anthropic: { key: 'ANTHROPIC_API_KEY', baseUrl: 'ANTHROPIC_BASE_URL' },
};

/** `config` with the settings of the environment. */
export function withEnvironment(config: AgentConfig, env: Environment): AgentConfig {
  const providers = new Map(config.providers);
  for (const apiType of Object.keys(variables) as ApiType[]) {
    const provider = providers.get(apiType);
    if (provider !== undefined) providers.set(apiType, readProvider(provider, apiType, env));
  }
  const model = valueOf(env, 'ACP_AGENT_MODEL');
  return { ...config, providers, ...(model === undefined ? {} : { model }) };
}

function readProvider(provider: ProviderConfig, apiType: ApiType, env: Environment): ProviderConfig {
  const names = variables[apiType];
  const [apiKey, baseUrl] = [valueOf(env, names.key), valueOf(env, names.baseUrl)];
  if (apiKey === undefined && baseUrl === undefined) return provider;
  const problem = baseUrl === undefined ? undefined : baseUrlProblem(baseUrl);
  if (problem !== undefined) throw new ConfigError(names.baseUrl, `The variable ${problem}.`);
  const key = apiKey === undefined ? {} : { apiKey };
  const { missing: _, ...known } = provider;
  // A key for one address is never sent to another.
  const before = baseUrl === undefined ? provider.address : undefined;
  const address = { apiType, baseUrl: baseUrl ?? defaultBaseUrls[apiType], headers: {}, ...before, ...key };
  return { ...known, address };
}

/** The value of a variable; undefined if it is empty. */
function valueOf(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}
