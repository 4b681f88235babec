/** What a tool returns, as the result of its call. */

const contentTypes = new Set(['text', 'image', 'audio', 'resource', 'resource_link']);

/** One block of content, such as text or an image. */
interface Content {
  readonly type: string;
}

/** The result of `tools/call`. */
export interface CallResult {
  content: never[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/**
 * Text and content blocks are shown as they are, an object is structured and shown as JSON, and a whole result of a
 * call stays as it is.
 */
export function resultOf(returned: unknown): CallResult {
  if (isCallResult(returned)) return returned;
  if (returned === undefined || returned === null) return withContent([]);
  if (isContent(returned)) return withContent([returned]);
  if (Array.isArray(returned) && returned.length > 0 && returned.every(isContent)) return withContent(returned);
  const shown = withContent([textBlock(typeof returned === 'string' ? returned : JSON.stringify(returned))]);
  return isObject(returned) ? { ...shown, structuredContent: returned } : shown;
}

/** The result of a tool that threw; the model reads the message. */
export const failureOf = (error: unknown): CallResult => ({
  ...withContent([textBlock(error instanceof Error ? error.message : String(error))]),
  isError: true,
});

const withContent = (content: readonly Content[]): CallResult => ({
  content: content as readonly unknown[] as never[],
});

const textBlock = (text: string): Content => ({ type: 'text', text }) as Content;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A block names its type and has what goes with it. */
const isContent = (value: unknown): value is Content =>
  isObject(value) &&
  contentTypes.has(value['type'] as string) &&
  ['text', 'data', 'resource', 'uri'].some((key) => key in value);

const isCallResult = (value: unknown): value is CallResult =>
  isObject(value) && Array.isArray(value['content']) && value['content'].every(isContent);
