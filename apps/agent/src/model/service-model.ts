/** Types of the models that the service packages create; nothing is loaded. */
import type { LanguageModel } from 'ai';

export type ServiceModel = Extract<LanguageModel, { readonly specificationVersion: 'v3' }>;

/** A request to such a model. */
export type ServiceCall = Parameters<ServiceModel['doStream']>[0];

/** A part of its answer. */
export type ServicePart =
  Awaited<ReturnType<ServiceModel['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never;
