/** A stream that is read to its end, as one result. */
import type {
  LanguageModelV3Content,
  LanguageModelV3GenerateResult,
  LanguageModelV3StreamPart,
  SharedV3Warning,
} from '@ai-sdk/provider';

/** Reads `stream`; throws what it reports as an error. */
export async function generated(
  stream: ReadableStream<LanguageModelV3StreamPart>,
): Promise<LanguageModelV3GenerateResult> {
  const content: LanguageModelV3Content[] = [];
  const texts = new Map<string, { text: string }>();
  let warnings: SharedV3Warning[] = [];
  let response: LanguageModelV3GenerateResult['response'];
  for await (const part of stream as ReadableStream<LanguageModelV3StreamPart> &
    AsyncIterable<LanguageModelV3StreamPart>) {
    if (part.type === 'text-start' || part.type === 'reasoning-start') {
      const text = { type: part.type === 'text-start' ? ('text' as const) : ('reasoning' as const), text: '' };
      texts.set(part.id, text);
      content.push(text);
    } else if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
      const text = texts.get(part.id);
      if (text !== undefined) text.text += part.delta;
    } else if (part.type === 'stream-start') warnings = part.warnings;
    else if (part.type === 'response-metadata') {
      const { type: _, ...rest } = part;
      response = rest;
    } else if (part.type === 'error') throw part.error;
    else if (part.type === 'finish') {
      const { finishReason, usage, providerMetadata } = part;
      return {
        content,
        finishReason,
        usage,
        warnings,
        ...(providerMetadata === undefined ? {} : { providerMetadata }),
        ...(response === undefined ? {} : { response }),
      };
    } else if (isContent(part)) content.push(part);
  }
  throw new Error('The stream of the agent ended without a reason.');
}

const contentTypes = new Set<string>(['tool-call', 'tool-result', 'file', 'source']);

const isContent = (
  part: LanguageModelV3StreamPart,
): part is Extract<LanguageModelV3StreamPart, LanguageModelV3Content> => contentTypes.has(part.type);
