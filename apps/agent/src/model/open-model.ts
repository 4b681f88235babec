/** Makes models of what is configured; the packages of a service are loaded with the first model that needs them. */
import { boundedText } from '../text/bounded-text.ts';
import { languageModel } from './language-model.ts';
import type { Effort, Model, Price } from './model.ts';
import type { ServiceModel } from './service-model.ts';

/** Everything that has to be known to ask a model. */
export interface ModelInit {
  readonly providerId: string;
  /** The interface of the service. */
  readonly apiType: 'openai' | 'anthropic';
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The name that the service knows the model by. */
  readonly modelId: string;
  readonly contextWindow?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly price?: Price | undefined;
}

/** Tokens that Anthropic's models may think for. */
const thinkingBudgets: Readonly<Record<Effort, number>> = { low: 2048, medium: 8192, high: 24_576 };

/** Characters of a refusal that are read. */
const mostRefused = 64 * 1024;

const fetchHere: typeof fetch = async (input, init) => {
  // A redirect would take the key along to whoever it names.
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (response.ok) return response;
  // The packages read a refusal whole, however long it is.
  const { text } = await boundedText(response, { most: mostRefused, signal: init?.signal ?? undefined });
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(text === '' ? null : text, { status, statusText, headers });
};

/** The model that `init` describes. Nothing is sent yet. */
export async function openModel(init: ModelInit): Promise<Model> {
  const { providerId, apiType, baseUrl, apiKey, headers, contextWindow, maxOutputTokens, price } = init;
  const shared = {
    providerId,
    contextWindow,
    maxOutputTokens,
    price,
    service: `The model service ${providerId}`,
    address: baseUrl.replace(/\/$/u, ''),
    secrets: [...(apiKey === undefined ? [] : [apiKey]), ...Object.values(headers).flatMap(secretsOf)],
  };
  if (apiType === 'anthropic') {
    return languageModel({
      ...shared,
      model: await anthropic(init),
      takesImagesFromTools: true,
      effortOptions: (effort) => ({
        anthropic: { thinking: { type: 'enabled', budgetTokens: thinkingBudgets[effort] } },
      }),
    });
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const service = createOpenAICompatible({
    name: 'service',
    baseURL: baseUrl,
    headers,
    includeUsage: true,
    fetch: fetchHere,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  return languageModel({
    ...shared,
    model: service.languageModel(init.modelId),
    takesImagesFromTools: false,
    effortOptions: (effort) => ({ service: { reasoningEffort: effort } }),
  });
}

async function anthropic({ baseUrl, apiKey, headers, modelId }: ModelInit): Promise<ServiceModel> {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  // Without a key the package would look for one in the environment, and a key is not always wanted: headers may do.
  const noKey = { 'x-api-key': undefined } as unknown as Record<string, string>;
  const service = createAnthropic({
    baseURL: baseUrl,
    apiKey: apiKey ?? '',
    fetch: fetchHere,
    headers: { ...(apiKey === undefined ? noKey : {}), ...headers },
  });
  return service.languageModel(modelId);
}

/** A header is secret as a whole, and so is what follows the word `Bearer`. */
const secretsOf = (value: string): readonly string[] => [value, ...value.split(' ').slice(1)];
