/**
 * The model services as they are configured now: by the config file, overridden by the environment, overridden by
 * clients.
 *
 * What a client sets applies to this process and to every turn that starts afterwards. Keys and headers are sent only
 * to their service.
 */
import { RpcError, rpcCodes, systemClock, type Clock } from '@acp-stack/rpc';
import type { ProviderInfo, SetProviderRequest } from '@acp-stack/schema/v2/unstable';

import type { Model } from '../model/model.ts';
import { openModel } from '../model/open-model.ts';
import {
  apiTypes,
  baseUrlProblem,
  headersProblem,
  type AgentConfig,
  type ApiType,
  type ModelFacts,
  type ProviderAddress,
  type SuggestingModel,
} from './config.ts';
import { variables } from './provider-variables.ts';
import { listModels, type ListedModel } from './model-list.ts';
import { settingValues, type ModelSettingValues } from '../model/model-settings.ts';

/** A model that can be chosen. */
export interface ModelChoice {
  /** `provider/model`, which `open` takes. */
  readonly value: string;
  readonly name: string;
  readonly providerId: string;
  /** The values of the settings that it has. */
  readonly settings: ModelSettingValues;
}

export interface ProvidersOptions {
  readonly clock?: Clock;
}

/** Milliseconds after which the list is requested again if the last request failed. */
const retryListAfter = 60_000;
/** Milliseconds to wait for a list that is only shown; a later one is reported as a change. */
const listTimeout = 500;

type Models = Promise<readonly ListedModel[] | undefined>;

interface Listed {
  readonly address: ProviderAddress;
  readonly requestedAt: number;
  readonly models: Models;
  /** The list, or undefined if it takes too long. */
  readonly inTime: Models;
}

export class Providers {
  readonly #config: AgentConfig;
  readonly #clock: Clock;
  /** Undefined if the provider is disabled. */
  readonly #addresses: Map<string, ProviderAddress | undefined>;
  readonly #lists = new Map<string, Listed>();
  readonly #listeners = new Set<() => void>();

  constructor(config: AgentConfig, { clock = systemClock }: ProvidersOptions = {}) {
    this.#config = config;
    this.#clock = clock;
    this.#addresses = new Map(
      [...config.providers].map(([id, { address, missing }]) => [id, missing === undefined ? address : undefined]),
    );
  }

  /** Whether any service is configured. */
  get isConfigured(): boolean {
    return this.#enabled.length > 0;
  }

  /** What is missing to use the configured model, in one sentence; undefined if nothing is. */
  get problem(): string | undefined {
    const { model } = this.#config;
    if (model === undefined || this.#find(model) !== undefined) return undefined;
    const [prefix = ''] = model.split('/');
    const known = apiTypes.find((apiType) => apiType === prefix);
    const missing = this.#config.providers.get(prefix)?.missing;
    if (missing !== undefined) return `${named(model)}, but the key of its service is not: set ${missing}.`;
    if (!this.#config.providers.has(prefix)) return `${named(model)}, but no service is: ${remedy(apiTypes)}.`;
    if (known === undefined) return `${named(model)}, but its service is disabled.`;
    return `${named(model)}, but its service is not: ${remedy([known])}.`;
  }

  /** What to do if no service has listed its models, in one sentence; undefined if there is no service. */
  get modelListProblem(): string | undefined {
    const ids = this.#enabled.map(([id]) => id);
    if (ids.length === 0) return undefined;
    const complaint =
      ids.length === 1 ? `The service ${ids[0]} does not list its` : `The services ${ids.join(', ')} do not list their`;
    return `${complaint} models: set ACP_AGENT_MODEL.`;
  }

  /** The services that were left out because their key is missing, in one sentence each. */
  get leftOut(): readonly string[] {
    const services = [...this.#config.providers].map(([id, { missing }]) => [`The provider ${id}`, missing] as const);
    return [...services, ['The model for suggestions', this.#config.suggestions?.missing] as const].flatMap(
      ([what, missing]) => (missing === undefined ? [] : [`${what} is left out: the variable ${missing} is not set.`]),
    );
  }

  get limits(): AgentConfig['limits'] {
    return this.#config.limits;
  }

  /** The model for edit suggestions. */
  get suggestions(): SuggestingModel | undefined {
    const { suggestions } = this.#config;
    return suggestions?.missing === undefined ? suggestions : undefined;
  }

  /** What clients may see: no header and no key (PROV-06). */
  list(): readonly ProviderInfo[] {
    return [...this.#config.providers].map(([providerId, { supported, required }]) => {
      const address = this.#addresses.get(providerId);
      const current = address === undefined ? null : { apiType: address.apiType, baseUrl: address.baseUrl };
      return { providerId, supported, required, current };
    });
  }

  /** Checks a setting of a client (PROV-03, PROV-08); returns its address. */
  check({ providerId, apiType, baseUrl, headers = {} }: SetProviderRequest): ProviderAddress {
    const supported = this.#config.providers.get(providerId)?.supported;
    if (supported === undefined) throw refusal(`Unknown provider ${providerId}.`, { providerId });
    const known = supported.find((each) => each === apiType);
    if (known === undefined) throw refusal(`${providerId} does not support ${apiType}.`, { apiType, supported });
    const problem = baseUrlProblem(baseUrl);
    if (problem !== undefined) throw refusal(`The base URL ${problem}.`, { field: 'baseUrl' });
    const headerProblem = headersProblem(headers);
    if (headerProblem !== undefined)
      throw refusal(`The headers contain one that ${headerProblem}.`, { field: 'headers' });
    // The whole address is replaced, so that the key of another address is not sent to this one (PROV-02).
    return { apiType: known, baseUrl, headers };
  }

  /** Uses an address that was checked. */
  set(providerId: string, address: ProviderAddress): void {
    this.#change(providerId, address);
  }

  /** Disables a service (PROV-05); an unknown one is ignored (PROV-04). */
  disable(providerId: string): void {
    const provider = this.#config.providers.get(providerId);
    if (provider?.required === true) throw refusal(`${providerId} is required and cannot be disabled.`, { providerId });
    if (provider !== undefined) this.#change(providerId, undefined);
  }

  /** Calls `listener` after every change. */
  onChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  /**
   * The models of all services, the configured one first; if a service does not list its models in time, the configured
   * ones.
   */
  models(): Promise<readonly ModelChoice[]> {
    return this.#choices(({ inTime }) => inTime);
  }

  /** The model with that name, the configured one, or the first that a service lists; undefined if there is none. */
  async open(name: string | undefined = this.#config.model): Promise<Model | undefined> {
    const found = this.#find(name) ?? this.#find((await this.#choices(({ models }) => models))[0]?.value);
    if (found === undefined) return undefined;
    const { providerId, modelId, address } = found;
    const facts = await this.#facts(providerId, modelId, address);
    return openModel({ ...address, ...facts, providerId, modelId });
  }

  async #choices(listOf: (listed: Listed) => Models): Promise<readonly ModelChoice[]> {
    const lists = await Promise.all(
      this.#enabled.map(async ([providerId, address]) => {
        const found = new Map<string, Omit<ListedModel, 'id'>>(
          this.#configuredNames(providerId).map((id) => [id, { name: id, facts: {} }]),
        );
        for (const model of (await listOf(await this.#listed(providerId, address))) ?? []) found.set(model.id, model);
        return [...found].map(([id, { name, facts }]) => {
          const settings = settingValues({ ...facts, ...this.#configured(providerId, id) }, address.apiType);
          return { value: `${providerId}/${id}`, name, providerId, settings };
        });
      }),
    );
    const chosen = this.#find(this.#config.model);
    const value = chosen === undefined ? undefined : `${chosen.providerId}/${chosen.modelId}`;
    return lists.flat().toSorted((left, right) => Number(right.value === value) - Number(left.value === value));
  }

  get #enabled(): readonly (readonly [string, ProviderAddress])[] {
    return [...this.#addresses].flatMap(([id, address]) => (address === undefined ? [] : [[id, address] as const]));
  }

  /** A name without a provider belongs to the first provider in use. */
  #find(
    name: string | undefined,
  ): { readonly providerId: string; readonly modelId: string; readonly address: ProviderAddress } | undefined {
    if (name === undefined) return undefined;
    const [prefix = '', ...rest] = name.split('/');
    const isPrefixed = rest.length > 0 && this.#config.providers.has(prefix);
    const [providerId, address] = isPrefixed ? [prefix, this.#addresses.get(prefix)] : (this.#enabled[0] ?? []);
    if (providerId === undefined || address === undefined) return undefined;
    return { providerId, modelId: isPrefixed ? rest.join('/') : name, address };
  }

  #configuredNames(providerId: string): readonly string[] {
    const found = this.#find(this.#config.model);
    const chosen = found?.providerId === providerId ? [found.modelId] : [];
    return [...chosen, ...Object.keys(this.#config.providers.get(providerId)?.models ?? {})];
  }

  #configured(providerId: string, modelId: string): ModelFacts {
    const models = this.#config.providers.get(providerId)?.models ?? {};
    return (Object.hasOwn(models, modelId) ? models[modelId] : undefined) ?? {};
  }

  /** Configured facts about a model take precedence over those of its service, which is only asked if it has to be. */
  async #facts(providerId: string, modelId: string, address: ProviderAddress): Promise<ModelFacts> {
    const configured = this.#configured(providerId, modelId);
    if (configured.contextWindow !== undefined) return configured;
    const listed = await (await this.#listed(providerId, address)).models;
    return { ...listed?.find(({ id }) => id === modelId)?.facts, ...configured };
  }

  /** The list of a service, requested once; a failed request is repeated after a while. */
  async #listed(providerId: string, address: ProviderAddress): Promise<Listed> {
    const previous = this.#lists.get(providerId);
    const now = this.#clock.now();
    if (
      previous?.address === address &&
      (now - previous.requestedAt < retryListAfter || (await previous.models) !== undefined)
    )
      return previous;
    const models = listModels(address, this.#clock);
    const listed = { address, requestedAt: now, models, inTime: this.#inTime(providerId, models) };
    this.#lists.set(providerId, listed);
    return listed;
  }

  /** The list if it arrives in time; a later one is reported as a change. */
  #inTime(providerId: string, models: Models): Models {
    return new Promise((resolve) => {
      let isLate = false;
      const stop = this.#clock.schedule(listTimeout, () => {
        isLate = true;
        resolve(undefined);
      });
      void models.then((list) => {
        stop();
        resolve(list);
        const listed = this.#lists.get(providerId);
        if (!isLate || list === undefined || listed?.models !== models) return;
        this.#lists.set(providerId, { ...listed, inTime: models });
        this.#notifyListeners();
      });
    });
  }

  #change(providerId: string, address: ProviderAddress | undefined): void {
    this.#addresses.set(providerId, address);
    this.#lists.delete(providerId);
    this.#notifyListeners();
  }

  #notifyListeners(): void {
    for (const listener of this.#listeners) listener();
  }
}

const named = (model: string): string => `The model “${model}” is configured`;

const remedy = (services: readonly ApiType[]): string => {
  const names = services.flatMap((apiType) => [variables[apiType].key, variables[apiType].baseUrl]);
  return `set ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
};

const refusal = (message: string, data: object): RpcError => new RpcError(rpcCodes.invalidParams, message, { data });
