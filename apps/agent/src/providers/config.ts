/** What can be set about models, wherever it was written. */
import type { ModelEngineOptions } from '@acp-stack/nes';

import type { Price } from '../model/model.ts';
import type { TurnLimits } from '../model/run-model-turn.ts';

/** The interfaces that this agent speaks. */
export const apiTypes = ['openai', 'anthropic'] as const;
export type ApiType = (typeof apiTypes)[number];

/** What is known about one model. */
export interface ModelFacts {
  readonly contextWindow?: number;
  readonly maxOutputTokens?: number;
  readonly price?: Price;
}

/** Where a service is, and how it is asked. */
export interface ProviderAddress {
  readonly apiType: ApiType;
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One service. */
export interface ProviderConfig {
  /** Undefined when it is not to be used. */
  readonly address: ProviderAddress | undefined;
  /** The variable that holds its key and is not set; without it the service is left out. */
  readonly missing?: string;
  /** The interfaces that it may be set to. */
  readonly supported: readonly ApiType[];
  /** Whether clients must not disable it. */
  readonly required: boolean;
  /** By the names that the service uses. */
  readonly models: Readonly<Record<string, ModelFacts>>;
}

/** What a turn may do at most, in the words of the loop. */
export type AgentLimits = Partial<Pick<TurnLimits, 'requests' | 'retries'>>;

/** The model that may suggest edits; it is asked for completions. */
export type SuggestingModel = Pick<ModelEngineOptions, 'endpoint' | 'model' | 'format' | 'apiKey'>;

export interface AgentConfig {
  /** The model to use: `provider/model`, or the name alone. */
  readonly model?: string;
  readonly providers: ReadonlyMap<string, ProviderConfig>;
  readonly limits: AgentLimits;
  /** Without it, edits are suggested by no model. */
  readonly suggestions?: SuggestingModel & Pick<ProviderConfig, 'missing'>;
}

/** Where the services are that everybody knows. */
export const usualBaseUrls: Readonly<Record<ApiType, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
};

const unconfigured = (apiType: ApiType): [string, ProviderConfig] => [
  apiType,
  { address: undefined, supported: [apiType], required: false, models: {} },
];

/** Nothing is set: the services are known, and none is used. */
export const emptyConfig: AgentConfig = { providers: new Map(apiTypes.map(unconfigured)), limits: {} };

/** What is wrong with an address; undefined when nothing is. */
export function baseUrlProblem(baseUrl: string): string | undefined {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol))
    return 'must be an address such as "http://127.0.0.1:11434/v1"';
  if (url.username !== '' || url.password !== '') return 'must not hold a name or a password; use headers';
  return url.search === '' && url.hash === '' ? undefined : 'must not have a query';
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/u;
const headerValue = /^[\t\u0020-\u007E\u0080-\u00FF]*$/u;

/** What is wrong with headers; undefined when nothing is. Says no value. */
export function headersProblem(headers: Readonly<Record<string, string>>): string | undefined {
  const isFine = Object.entries(headers).every(([name, value]) => headerName.test(name) && headerValue.test(value));
  return isFine ? undefined : 'has a name or a value that no header can have';
}
