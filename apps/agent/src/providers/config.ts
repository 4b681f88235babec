/** The settings about models, from any source. */
import type { ModelEngineOptions } from '@acp-stack/nes';

import type { Price } from '../model/model.ts';
import type { ModelSettingField } from '../model/model-settings.ts';
import type { TurnLimits } from '../model/run-model-turn.ts';

/** The APIs that the agent supports. */
export const apiTypes = ['openai', 'anthropic'] as const;
export type ApiType = (typeof apiTypes)[number];

/** What is known about a model. */
export interface ModelFacts extends Readonly<Partial<Record<ModelSettingField, readonly string[]>>> {
  readonly contextWindow?: number;
  readonly maxOutputTokens?: number;
  readonly price?: Price;
}

/** The address of a service, and how to call it. */
export interface ProviderAddress {
  readonly apiType: ApiType;
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A service. */
export interface ProviderConfig {
  /** Undefined if it is not used. */
  readonly address: ProviderAddress | undefined;
  /** The unset variable that should contain its key; the service is left out. */
  readonly missing?: string;
  /** The APIs that it may be set to. */
  readonly supported: readonly ApiType[];
  /** Whether clients must not disable it. */
  readonly required: boolean;
  /** By the names that the service uses. */
  readonly models: Readonly<Record<string, ModelFacts>>;
}

/** The limits of a turn. */
export type AgentLimits = Partial<Pick<TurnLimits, 'requests' | 'retries'>>;

/** The model for edit suggestions; it is called for completions. */
export type SuggestingModel = Pick<ModelEngineOptions, 'endpoint' | 'model' | 'format' | 'apiKey'>;

export interface AgentConfig {
  /** The model to use: `provider/model`, or only the name. */
  readonly model?: string;
  readonly providers: ReadonlyMap<string, ProviderConfig>;
  readonly limits: AgentLimits;
  /** Without it, no model suggests edits. */
  readonly suggestions?: SuggestingModel & Pick<ProviderConfig, 'missing'>;
}

/** The default addresses of well-known services. */
export const defaultBaseUrls: Readonly<Record<ApiType, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
};

const unconfigured = (apiType: ApiType): [string, ProviderConfig] => [
  apiType,
  { address: undefined, supported: [apiType], required: false, models: {} },
];

/** The default config: the services are known, and none is used. */
export const emptyConfig: AgentConfig = { providers: new Map(apiTypes.map(unconfigured)), limits: {} };

/** The problem with an address; undefined if there is none. */
export function baseUrlProblem(baseUrl: string): string | undefined {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol)) return 'must be a URL such as "http://127.0.0.1:11434/v1"';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password; use headers';
  return url.search === '' && url.hash === '' ? undefined : 'must not have a query';
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/u;
const headerValue = /^[\t\u0020-\u007E\u0080-\u00FF]*$/u;

/** The problem with headers; undefined if there is none. Never contains a value. */
export function headersProblem(headers: Readonly<Record<string, string>>): string | undefined {
  const isFine = Object.entries(headers).every(([name, value]) => headerName.test(name) && headerValue.test(value));
  return isFine ? undefined : 'has an invalid name or value';
}
