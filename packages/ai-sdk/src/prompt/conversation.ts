/**
 * The messages of one call, as an ACP agent needs them: what was said before, and what is new.
 *
 * The AI SDK sends the whole conversation with each call; a session of an agent remembers it. So what was said before
 * is reduced to a fingerprint, by which the session is found again, and only what is new is prompted.
 */
import type {
  LanguageModelV3FilePart,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3TextPart,
  LanguageModelV3ToolResultOutput,
} from '@ai-sdk/provider';
import type { Said } from '@acp-stack/sdk';
import { createHash } from 'node:crypto';

import { outputText } from './output-text.ts';

/** A part of a message of the user. */
export type UserPart = LanguageModelV3TextPart | LanguageModelV3FilePart;

/** One call, read. */
export interface Conversation {
  /** The system messages together; empty if there are none. */
  readonly system: string;
  /** The messages before the new ones, without the system messages. */
  readonly history: readonly LanguageModelV3Message[];
  /** All messages without the system messages. */
  readonly messages: readonly LanguageModelV3Message[];
  /** What the user says now; empty if the call only brings results of tools. */
  readonly news: readonly UserPart[];
  /** The results of tools since the last answer, by the ids of their calls. */
  readonly results: ReadonlyMap<string, LanguageModelV3ToolResultOutput>;
}

/** Reads the messages of a call. */
export function readConversation(prompt: LanguageModelV3Prompt): Conversation {
  const system = prompt.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n\n');
  const messages = prompt.filter(({ role }) => role !== 'system');
  const end = messages.findLastIndex(({ role }) => role === 'assistant') + 1;
  const [history, tail] = [messages.slice(0, end), messages.slice(end)];
  const results = tail.flatMap((message) =>
    message.role === 'tool'
      ? message.content.flatMap((part) =>
          part.type === 'tool-result' ? [[part.toolCallId, part.output] as const] : [],
        )
      : [],
  );
  return {
    system,
    history,
    messages,
    news: tail.flatMap((message) => (message.role === 'user' ? message.content : [])),
    results: new Map(results),
  };
}

/**
 * What was said in a conversation, in words that stay the same however the messages were stored between two calls:
 * reasoning, tools and the borders of messages of the agent do not count.
 */
export class Fingerprint {
  readonly #entries: readonly string[];

  private constructor(entries: readonly string[]) {
    this.#entries = entries;
  }

  /** The fingerprint of `messages`, none if there are none. */
  static of(messages: readonly LanguageModelV3Message[]): Fingerprint {
    return messages.reduce<Fingerprint>(
      (before, message) =>
        message.role === 'user'
          ? before.withUser(message.content)
          : message.role === 'assistant'
            ? before.withAgent(textIn(message.content))
            : before,
      new Fingerprint([]),
    );
  }

  /** The same conversation after a message of the user. */
  withUser(parts: readonly UserPart[]): Fingerprint {
    return new Fingerprint([...this.#entries, `user ${JSON.stringify(parts.map(withoutOptions))}`]);
  }

  /** The same conversation after the agent has said `text`; what it says in pieces is one text. */
  withAgent(text: string): Fingerprint {
    if (text === '') return this;
    const last = this.#entries.at(-1);
    return last?.startsWith('agent ') === true
      ? new Fingerprint([...this.#entries.slice(0, -1), last + text])
      : new Fingerprint([...this.#entries, `agent ${text}`]);
  }

  /** A short text that is equal for equal conversations; `scope` is what must be equal besides. */
  digest(scope: string): string {
    const hash = createHash('sha256').update(scope);
    for (const entry of this.#entries) hash.update(`\0${entry}`);
    return hash.digest('hex');
  }
}

function textIn(content: Extract<LanguageModelV3Message, { readonly role: 'assistant' }>['content']): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function withoutOptions(part: UserPart): unknown {
  if (part.type === 'text') return part.text;
  const { mediaType, data } = part;
  return [mediaType, data instanceof Uint8Array ? Buffer.from(data).toString('base64') : String(data)];
}

/** What was said in `history`, as text for an agent that was not part of it. */
export function saidIn(history: readonly LanguageModelV3Message[]): readonly Said[] {
  return history.flatMap((message) => {
    if (message.role === 'system') return [];
    const said = message.content.flatMap((part) => {
      if (part.type === 'text') return [part.text];
      if (part.type === 'tool-call') return [`(called ${part.toolName} with ${JSON.stringify(part.input)})`];
      if (part.type === 'tool-result') return [`(${part.toolName} returned ${outputText(part.output)})`];
      return part.type === 'file' ? [`(a file: ${part.filename ?? part.mediaType})`] : [];
    });
    return [{ role: message.role, text: said.join('\n') }];
  });
}
