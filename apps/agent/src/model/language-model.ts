/**
 * A `Model` on top of a model of the AI SDK, whose packages call the services.
 *
 * Only `doStream` is used. Retries, tool calls and steps are done by the agent, because it has to show all of them.
 */
import { modelError, type FailureContext } from './service-error.ts';
import type { ModelMetadata } from './message.ts';
import type { Model, ModelEnd, ModelPart, ModelRequest, ModelUsage, Price, ToolDescription } from './model.ts';
import { promptOf } from './service-prompt.ts';
import type { ServiceCall, ServiceModel, ServicePart } from './service-model.ts';

export interface LanguageModelInit extends FailureContext {
  readonly model: ServiceModel;
  readonly providerId: string;
  readonly contextWindow?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly price?: Price | undefined;
  /** Whether tool results may contain images. */
  readonly takesImagesFromTools: boolean;
  /** The options that set the thinking effort and the settings of the model, for the packages of the service. */
  readonly serviceOptions: (chosen: Pick<ModelRequest, 'effort' | 'settings'>) => object;
}

/** Returns a `Model` that asks the service. */
export function languageModel(init: LanguageModelInit): Model {
  const { model, providerId, contextWindow, price } = init;
  return {
    id: model.modelId,
    providerId,
    contextWindow,
    price,
    answer: async (request, onPart) => {
      const { signal } = request;
      try {
        const { stream } = await model.doStream(callOf(request, init));
        return await readStream(stream, onPart, signal);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw modelError(error, init);
      }
    },
  };
}

function callOf(
  { system, messages, tools, headers, signal, ...chosen }: ModelRequest,
  init: LanguageModelInit,
): ServiceCall {
  const { maxOutputTokens, takesImagesFromTools, serviceOptions } = init;
  return {
    prompt: promptOf(system, messages, { takesImagesFromTools }),
    abortSignal: signal,
    ...(headers === undefined ? {} : { headers }),
    ...(tools.length === 0
      ? {}
      : { tools: tools.map((tool) => ({ type: 'function' as const, ...descriptionOf(tool) })) }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    providerOptions: serviceOptions(chosen) as NonNullable<ServiceCall['providerOptions']>,
  };
}

/** Only what the model needs to know of a tool. */
const descriptionOf = ({ name, description, inputSchema }: ToolDescription): ToolDescription => ({
  name,
  description,
  inputSchema,
});

type OnPart = (part: ModelPart) => void | Promise<void>;

async function readStream(stream: ReadableStream<ServicePart>, onPart: OnPart, signal: AbortSignal): Promise<ModelEnd> {
  const reader = stream.getReader();
  let end: ModelEnd | undefined;
  // On Node.js 20 the signal of a `fetch` may be garbage-collected while its body is read, so the stream is cancelled
  // here.
  const abort = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', abort, { once: true });
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      // Data that is still buffered for a cancelled request is dropped.
      if (signal.aborted) throw signal.reason;
      const { value } = next;
      if (value.type === 'error') throw value.error;
      if (value.type === 'finish') {
        end = { reason: reasonOf(value.finishReason.unified), usage: usageOf(value.usage) };
        continue;
      }
      const part = partOf(value);
      const ready = part === undefined ? undefined : onPart(part);
      if (ready !== undefined) await ready;
    }
    if (signal.aborted) throw signal.reason;
  } finally {
    signal.removeEventListener('abort', abort);
    // After a failure the stream is not read any more, so it is cancelled.
    if (end === undefined) reader.cancel().catch(() => undefined);
  }
  if (end === undefined) throw new Error('the stream ended without a finish part');
  return end;
}

type PartReaders = {
  readonly [K in ServicePart['type']]?: (part: Extract<ServicePart, { readonly type: K }>) => ModelPart;
};

const readers: PartReaders = {
  'text-delta': ({ delta }) => ({ type: 'text', text: delta }),
  'reasoning-delta': ({ delta, providerMetadata }) =>
    // Anthropic sends the signature of a thought in a part without text.
    delta === '' ? withMetadata({ type: 'thought-end' }, providerMetadata) : { type: 'thought', text: delta },
  'reasoning-end': ({ providerMetadata }) => withMetadata({ type: 'thought-end' }, providerMetadata),
  'tool-input-start': ({ id, toolName }) => ({ type: 'tool-start', id, name: toolName }),
  'tool-input-delta': ({ id, delta }) => ({ type: 'tool-input', id, text: delta }),
  'tool-call': ({ toolCallId: id, toolName: name, input, providerMetadata }) =>
    withMetadata({ type: 'tool-end', id, name, input }, providerMetadata),
};

/** Converts a part; undefined for parts that only the service needs. */
function partOf(part: ServicePart): ModelPart | undefined {
  const read = Object.hasOwn(readers, part.type) ? readers[part.type] : undefined;
  return (read as ((part: ServicePart) => ModelPart) | undefined)?.(part);
}

const withMetadata = <T extends ModelPart>(part: T, metadata: object | undefined): T =>
  metadata === undefined ? part : { ...part, metadata: metadata as ModelMetadata };

const reasons = new Set(['stop', 'length', 'content-filter', 'tool-calls']);

const reasonOf = (reason: string): ModelEnd['reason'] =>
  reasons.has(reason) ? (reason as ModelEnd['reason']) : 'other';

const usageOf = ({
  inputTokens,
  outputTokens,
}: Extract<ServicePart, { readonly type: 'finish' }>['usage']): ModelUsage => ({
  input: inputTokens.total,
  output: outputTokens.total,
  thought: outputTokens.reasoning,
  cachedRead: inputTokens.cacheRead,
  cachedWrite: inputTokens.cacheWrite,
});
