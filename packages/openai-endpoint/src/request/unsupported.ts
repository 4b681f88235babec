/**
 * What a request may ask of a model and an agent cannot do. It is refused where the answer would be another one than
 * the client expects; settings of the model, such as the temperature, are left to the agent.
 */
import { unsupported } from '../errors/openai-error.ts';

type Body = Readonly<Record<string, unknown>>;

interface Refusal {
  readonly field: string;
  readonly isAsked: (value: unknown) => boolean;
  readonly why: string;
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== false;
const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const ownTools = 'The agent runs tools of its own, and cannot call those of the client; give it MCP servers instead.';
const onlyText = 'The agent answers in text; ask for JSON in the message, and check what comes.';

const refusals: readonly Refusal[] = [
  { field: 'tools', isAsked: isFilled, why: ownTools },
  { field: 'functions', isAsked: isFilled, why: ownTools },
  { field: 'tool_choice', isAsked: (value) => isThere(value) && value !== 'auto' && value !== 'none', why: ownTools },
  { field: 'function_call', isAsked: (value) => isThere(value) && value !== 'auto' && value !== 'none', why: ownTools },
  {
    field: 'n',
    isAsked: (value) => isThere(value) && value !== 1,
    why: 'The agent does its work once; send several requests.',
  },
  { field: 'logprobs', isAsked: isThere, why: 'The agent does not say how likely its words are.' },
  {
    field: 'top_logprobs',
    isAsked: (value) => isThere(value) && value !== 0,
    why: 'The agent does not say how likely its words are.',
  },
  { field: 'response_format', isAsked: (value) => isThere(value) && typeIn(value) !== 'text', why: onlyText },
  {
    field: 'modalities',
    isAsked: (value) => Array.isArray(value) && value.some((each) => each !== 'text'),
    why: onlyText,
  },
  { field: 'audio', isAsked: isThere, why: onlyText },
  { field: 'prediction', isAsked: isThere, why: 'The agent takes no predicted output.' },
  { field: 'web_search_options', isAsked: isThere, why: ownTools },
  { field: 'background', isAsked: isThere, why: 'The answer is not kept; stay connected until it is there.' },
  { field: 'prompt', isAsked: isThere, why: 'Prompts are not stored here; send the text of the prompt.' },
];

/** Throws if `body` asks for something that an agent cannot do. */
export function refuseUnsupported(body: Body): void {
  const refused = refusals.find(({ field, isAsked }) => isAsked(body[field]));
  if (refused !== undefined) throw unsupported(refused.field, `${refused.field} is not supported: ${refused.why}`);
  const { text } = body as { readonly text?: { readonly format?: unknown } };
  if (isThere(text?.format) && typeIn(text?.format) !== 'text')
    throw unsupported('text.format', `text.format is not supported: ${onlyText}`);
}

const typeIn = (value: unknown): unknown => (Object(value) as { readonly type?: unknown }).type;
