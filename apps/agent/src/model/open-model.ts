/**
 * Creates models from their configuration; the packages of a service are loaded with the first model that needs them.
 */
import { boundedFetch, modelBodyLimits } from '../network/bounded-fetch.ts';
import { boundedText } from '../text/bounded-text.ts';
import { languageModel } from './language-model.ts';
import type { Effort, Model, Price } from './model.ts';
import { settingOptions } from './model-settings.ts';
import type { ServiceModel } from './service-model.ts';

/** Everything that is needed to call a model. */
export interface ModelInit {
  readonly providerId: string;
  /** The API of the service. */
  readonly apiType: 'openai' | 'anthropic';
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The name of the model at its service. */
  readonly modelId: string;
  readonly contextWindow?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly price?: Price | undefined;
}

/** Thinking budgets of Anthropic's models in tokens. */
const thinkingBudgets: Readonly<Record<Effort, number>> = { low: 2048, medium: 8192, high: 24_576 };

/** How many characters of an error response are read. */
const maxErrorCharacters = 64 * 1024;

const modelFetch = boundedFetch({ limits: modelBodyLimits });

const serviceFetch: typeof fetch = async (input, init) => {
  // A redirect would send the key to another host.
  const response = await modelFetch(input, { ...init, redirect: 'error' });
  if (response.ok) return response;
  // The packages read an error response whole, whatever its size.
  const { text } = await boundedText(response, {
    maxCharacters: maxErrorCharacters,
    signal: init?.signal ?? undefined,
  });
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(text === '' ? null : text, { status, statusText, headers });
};

/** Creates the model that `init` describes. Sends nothing yet. */
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
      serviceOptions: ({ effort, settings = {} }) => ({
        anthropic: {
          ...(effort === undefined ? {} : { thinking: { type: 'enabled', budgetTokens: thinkingBudgets[effort] } }),
          ...settingOptions(settings, 'anthropic'),
        },
      }),
    });
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const service = createOpenAICompatible({
    name: 'service',
    baseURL: baseUrl,
    headers,
    includeUsage: true,
    fetch: serviceFetch,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  return languageModel({
    ...shared,
    model: service.languageModel(init.modelId),
    takesImagesFromTools: false,
    serviceOptions: ({ effort, settings = {} }) => ({
      service: {
        ...(effort === undefined ? {} : { reasoningEffort: effort }),
        ...settingOptions(settings, 'openai'),
      },
    }),
  });
}

async function anthropic({ baseUrl, apiKey, headers, modelId }: ModelInit): Promise<ServiceModel> {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  // Without a key the package would read one from the environment, but headers may be enough.
  const noKey = { 'x-api-key': undefined } as unknown as Record<string, string>;
  const service = createAnthropic({
    baseURL: baseUrl,
    apiKey: apiKey ?? '',
    fetch: serviceFetch,
    headers: { ...(apiKey === undefined ? noKey : {}), ...headers },
  });
  return service.languageModel(modelId);
}

/** A header is secret as a whole, and so is the token after `Bearer`. */
const secretsOf = (value: string): readonly string[] => [value, ...value.split(' ').slice(1)];
