/** A model as the packages of the services make it, in the words of the AI SDK; only types, nothing is loaded. */
import type { LanguageModel } from 'ai';

export type ServiceModel = Extract<LanguageModel, { readonly specificationVersion: 'v3' }>;

/** What such a model is asked with. */
export type ServiceCall = Parameters<ServiceModel['doStream']>[0];

/** A piece of its answer. */
export type ServicePart =
  Awaited<ReturnType<ServiceModel['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never;
