/** Converts a conversation to the form that the service packages need. */
import type { FilePart, ModelMessage, TextPart, ToolResultPart } from './message.ts';
import type { ServiceCall } from './service-model.ts';

/** Instructions and messages, in the form that a service model takes. */
type Prompt = ServiceCall['prompt'];
type Entry = Prompt[number];
type Of<R extends Entry['role']> = Extract<Entry, { readonly role: R }>;
type Output = Extract<Of<'tool'>['content'][number], { readonly type: 'tool-result' }>['output'];

export interface PromptOptions {
  readonly takesImagesFromTools: boolean;
}

/**
 * The prompt for a request. Adjacent messages of the user are joined, because some services require the roles to
 * alternate.
 */
export function promptOf(system: string, messages: readonly ModelMessage[], options: PromptOptions): Prompt {
  const prompt: Prompt = system === '' ? [] : [{ role: 'system', content: system }];
  for (const entry of messages.flatMap((message) => entriesOf(message, options))) {
    const last = prompt.at(-1);
    if (entry.role === 'user' && last?.role === 'user') last.content.push(...entry.content);
    else prompt.push(entry);
  }
  return prompt;
}

function entriesOf(message: ModelMessage, { takesImagesFromTools }: PromptOptions): readonly Entry[] {
  if (message.role === 'user') return [{ role: 'user', content: message.content.map(userPart) }];
  if (message.role === 'assistant') return [{ role: 'assistant', content: message.content.map(assistantPart) }];
  const results: Entry = {
    role: 'tool',
    content: message.content.map((result) => ({
      type: 'tool-result',
      toolCallId: result.id,
      toolName: result.name,
      output: outputOf(result, takesImagesFromTools),
    })),
  };
  const files = takesImagesFromTools ? [] : message.content.flatMap(({ content }) => content.filter(isFile));
  // For a service whose tool results are text only, images are sent as a message of the user.
  return files.length === 0 ? [results] : [results, { role: 'user', content: files.map(userPart) }];
}

const isFile = (part: TextPart | FilePart): part is FilePart => part.type === 'file';

const userPart = (part: TextPart | FilePart): Of<'user'>['content'][number] =>
  part.type === 'text'
    ? { type: 'text', text: part.text }
    : { type: 'file', mediaType: part.mediaType, data: part.data };

type AssistantPart = Extract<ModelMessage, { readonly role: 'assistant' }>['content'][number];
type ProviderOptions = NonNullable<Of<'assistant'>['providerOptions']>;

function assistantPart(part: AssistantPart): Of<'assistant'>['content'][number] {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const providerOptions = part.metadata === undefined ? {} : { providerOptions: part.metadata as ProviderOptions };
  if (part.type === 'thought') return { type: 'reasoning', text: part.text, ...providerOptions };
  return { type: 'tool-call', toolCallId: part.id, toolName: part.name, input: part.input, ...providerOptions };
}

function outputOf({ content, isError }: ToolResultPart, takesImages: boolean): Output {
  if (takesImages && !isError && content.some(isFile)) {
    return {
      type: 'content',
      value: content.map((part) =>
        part.type === 'text'
          ? { type: 'text', text: part.text }
          : { type: 'image-data', mediaType: part.mediaType, data: part.data },
      ),
    };
  }
  const value = content.map((part) => (part.type === 'text' ? part.text : `(${part.mediaType})`)).join('\n');
  return isError ? { type: 'error-text', value } : { type: 'text', value };
}
