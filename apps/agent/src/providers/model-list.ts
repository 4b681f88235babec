/** Requests the list of models from a service. */
import type { Clock } from '@acp-stack/rpc';

import { modelSettings } from '../model/model-settings.ts';
import { boundedText } from '../text/bounded-text.ts';
import type { ModelFacts, ProviderAddress } from './config.ts';

/** A model as a service lists it. */
export interface ListedModel {
  readonly id: string;
  readonly name: string;
  readonly facts: ModelFacts;
}

/** Timeout of a list in milliseconds. */
const timeout = 5000;
const maxModels = 500;
const maxCharacters = 4_000_000;

/** The models of the service at `address`; undefined if the request fails or takes too long. */
export async function listModels(address: ProviderAddress, clock: Clock): Promise<readonly ListedModel[] | undefined> {
  const timeoutAbort = new AbortController();
  return new Promise((resolve) => {
    const cancelTimeout = clock.schedule(timeout, () => {
      // On Node.js 20 the signal may not reach a body that is being read, so the reader is cancelled too.
      resolve(undefined);
      timeoutAbort.abort();
    });
    void fetchModels(address, timeoutAbort.signal).then((models) => {
      cancelTimeout();
      resolve(models);
    });
  });
}

async function fetchModels(address: ProviderAddress, signal: AbortSignal): Promise<readonly ListedModel[] | undefined> {
  try {
    const response = await fetch(`${address.baseUrl.replace(/\/$/u, '')}/models`, {
      headers: headersOf(address),
      // A redirect would send the key to another host.
      redirect: 'error',
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      return undefined;
    }
    const { text, isWhole } = await boundedText(response, { maxCharacters, signal });
    return isWhole ? readList(JSON.parse(text)) : undefined;
  } catch {
    return undefined;
  }
}

function headersOf({ apiType, apiKey, headers }: ProviderAddress): Record<string, string> {
  if (apiType === 'openai')
    return { ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }), ...headers };
  return { 'anthropic-version': '2023-06-01', ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }), ...headers };
}

interface Entry {
  readonly id?: unknown;
  readonly display_name?: unknown;
}

function readList(body: unknown): readonly ListedModel[] | undefined {
  const { data } = Object(body) as { readonly data?: unknown };
  if (!Array.isArray(data)) return undefined;
  return data.slice(0, maxModels).flatMap((each: unknown) => {
    const entry = Object(each) as Entry;
    if (typeof entry.id !== 'string' || entry.id === '') return [];
    const name = typeof entry.display_name === 'string' ? entry.display_name : entry.id;
    return [{ id: entry.id, name, facts: factsOf(entry) }];
  });
}

/** The fields in which services report the size of the context: vLLM, OpenRouter, LM Studio, Anthropic and others. */
const windows = ['max_model_len', 'context_length', 'max_context_length', 'context_window', 'max_input_tokens'];

function factsOf(entry: Entry): ModelFacts {
  const fields = entry as Readonly<Record<string, unknown>>;
  const window = windows.map((name) => fields[name]).find((value) => Number.isSafeInteger(value) && Number(value) > 0);
  return {
    ...(window === undefined ? {} : { contextWindow: Number(window) }),
    ...effortsOf(fields),
    ...verbositiesOf(fields),
  };
}

/** Anthropic lists which efforts a model has. */
function effortsOf({ capabilities }: Readonly<Record<string, unknown>>): ModelFacts {
  const { effort } = Object(capabilities) as { readonly effort?: unknown };
  const levels = Object(effort) as Readonly<Record<string, unknown>>;
  const known = modelSettings.find(({ id }) => id === 'effort')?.known ?? [];
  const efforts = known.filter((level) => isSupported(levels[level]));
  return isSupported(effort) && efforts.length > 0 ? { efforts } : {};
}

const isSupported = (value: unknown): boolean => (Object(value) as { readonly supported?: unknown }).supported === true;

/** OpenRouter lists which parameters a model has. */
const verbositiesOf = ({ supported_parameters: names }: Readonly<Record<string, unknown>>): ModelFacts =>
  Array.isArray(names) && names.includes('verbosity') ? { verbosities: ['low', 'medium', 'high'] } : {};
