/**
 * The models of a session as version 1 offered them before there were config options: a field `models` in the responses
 * that open a session, and `session/set_model`. Released agents and clients still use them.
 */
import {
  isSessionConfigOption,
  type SessionConfigOption,
  type SetSessionConfigOptionRequest,
} from '@acp-stack/schema/v2/unstable';

import { isGrouped } from '../convert/config-options.ts';
import type { SelectOption } from '../convert/modes.ts';
import { isObject } from '../values/is-object.ts';

/** A request of the client: `sessionId` and `modelId`; its result is empty. */
export const setModelMethod = 'session/set_model';

/** One model. */
interface LegacyModel {
  readonly modelId: string;
  readonly name: string;
  readonly description?: string | null;
}

/** The field `models` of a response that opens a session. */
export interface LegacyModels {
  readonly currentModelId: string;
  readonly availableModels: readonly LegacyModel[];
}

/** The params of `session/set_model`. */
export interface SetModelRequest {
  readonly sessionId: string;
  readonly modelId: string;
}

/** The models in a response, without entries that are malformed; undefined if there are none. */
export function readModels(response: object): LegacyModels | undefined {
  const { models } = response as { readonly models?: unknown };
  if (!isObject(models) || !Array.isArray(models['availableModels'])) return undefined;
  const { currentModelId, availableModels } = models as { currentModelId?: unknown; availableModels: unknown[] };
  const found = availableModels.filter(isModel).map((model) => ({ ...model, name: model.name ?? model.modelId }));
  const [first] = found;
  if (first === undefined) return undefined;
  return {
    currentModelId: typeof currentModelId === 'string' ? currentModelId : first.modelId,
    availableModels: found,
  };
}

/** The response without its models, once an option stands for them. */
export function withoutModels<R extends object>(response: R): R {
  const { models: _, ...others } = response as R & { readonly models?: unknown };
  return others as unknown as R;
}

const isModel = (value: unknown): value is Omit<LegacyModel, 'name'> & { readonly name?: string } =>
  isObject(value) && typeof value['modelId'] === 'string' && ['string', 'undefined'].includes(typeof value['name']);

/** The option that stands for the models of an agent without such an option. */
export function modelOption({ currentModelId, availableModels }: LegacyModels): SelectOption {
  const options = availableModels.map(({ modelId, ...model }) => ({ value: modelId, ...model }));
  const isListed = availableModels.some(({ modelId }) => modelId === currentModelId);
  return {
    configId: 'model',
    name: 'Model',
    category: 'model',
    type: 'select',
    currentValue: currentModelId,
    options: isListed ? options : [{ value: currentModelId, name: currentModelId }, ...options],
  };
}

/** The option that selects the model of the agent: of several the one with that id, as another may be the provider. */
export function findModelOption(options: readonly SessionConfigOption[] | undefined): SelectOption | undefined {
  const found = options?.filter(isSessionConfigOption.select).filter((option) => option.category === 'model') ?? [];
  return found.find(({ configId }) => configId === 'model') ?? found[0];
}

/** The models for a client of version 1; groups are left out, their values stay in order. */
export function modelsOf(options: readonly SessionConfigOption[] | undefined): LegacyModels | undefined {
  const option = findModelOption(options);
  if (option === undefined) return undefined;
  const values = isGrouped(option.options) ? option.options.flatMap((group) => group.options) : option.options;
  return {
    currentModelId: option.currentValue,
    availableModels: values.map(({ value, ...model }) => ({ modelId: value, ...model })),
  };
}

/** What `session/set_model` is in version 2; undefined if it is malformed. */
export function setModelToV2(
  params: unknown,
  options: (sessionId: string) => readonly SessionConfigOption[] | undefined,
): SetSessionConfigOptionRequest | undefined {
  if (!isObject(params) || typeof params['sessionId'] !== 'string' || typeof params['modelId'] !== 'string')
    return undefined;
  const { sessionId, modelId, ...others } = params as unknown as SetModelRequest;
  const option = findModelOption(options(sessionId));
  if (option === undefined) return undefined;
  return { ...others, sessionId, configId: option.configId, type: 'id', value: modelId };
}
