/**
 * A session of next edit suggestions: tells the agent about a document and its changes, and asks for suggestions.
 *
 * Only the events and the context that the agent has declared are sent. The next edit of the document is easy to guess:
 * two of four calls of a function got another name.
 */
import type { Conversation } from '../conversation/conversation.ts';
import { Unreachable } from '../conversation/failure.ts';
import { fieldsOf, isFields, type Fields, type Reply } from '../conversation/message.ts';
import type { AgentFacts } from './agent-facts.ts';

const loginRequired = -32_000;
const languageId = 'typescript';
const calls = ['alpha', 'beta', 'gamma', 'delta'].map((name, index) => `const ${name} = old(${index + 1});`);
const code = `${calls.join('\n')}\n`;
const filler = '// -\n';
/** Comments that are inserted before the code, and how many of them are removed again. */
const [inserted, removed] = [20, 10];

/** The first and the last line of the code, after the comments. */
export const firstLineOfCode: number = inserted - removed;
export const lastLineOfCode: number = firstLineOfCode + calls.length - 1;
/** The number of lines of the document, with the empty one at its end. */
export const lineCount: number = lastLineOfCode + 2;

const at = (line: number, character: number): Fields => ({ line, character });
const range = (start: Fields, end: Fields): Fields => ({ start, end });

/** A version of the document, and the changes that lead to it. */
interface Change {
  readonly text: string;
  readonly contentChanges: readonly Fields[];
}

/** Changes the name of the function in one line of the code. */
function renamed(before: string, line: number): Change {
  const [word, next] = ['old', 'fresh'];
  const lines = before.split('\n');
  const column = lines[line]?.indexOf(word) ?? 0;
  lines[line] = lines[line]?.replace(word, next) ?? '';
  const contentChanges = [{ range: range(at(line, column), at(line, column + word.length)), text: next }];
  return { text: lines.join('\n'), contentChanges };
}

function history(): readonly Change[] {
  const commented = {
    text: filler.repeat(inserted - removed) + code,
    // The second range is right only after the first change.
    contentChanges: [
      { range: range(at(0, 0), at(0, 0)), text: filler.repeat(inserted) },
      { range: range(at(0, 0), at(removed, 0)), text: '' },
    ],
  };
  const first = renamed(commented.text, firstLineOfCode);
  return [commented, first, renamed(first.text, firstLineOfCode + 1)];
}

/** The new name in a line, as a unified diff. */
function diffOf(text: string, line: number): string {
  return `@@ -${line + 1},1 +${line + 1},1 @@\n-${text}\n+${text.replace('old', 'fresh')}\n`;
}

/** Whether the agent follows changes of documents. */
export const followsChanges = (agent: AgentFacts): boolean => {
  const { events } = eventsOf(agent);
  return isFields(events['didOpen']) && isFields(events['didChange']);
};

/** The events that the agent wants, and the first part of the names of their methods. */
function eventsOf(agent: AgentFacts): { readonly events: Fields; readonly prefix: string } {
  const events = fieldsOf(fieldsOf(agent.capabilities['nes'])['events']);
  const { document } = events;
  return isFields(document) ? { events: document, prefix: 'document' } : { events, prefix: 'nes' };
}

/** Starts a session; fails if the agent wants a login first. */
export async function startSuggestions(conversation: Conversation, params: Fields): Promise<Reply> {
  const reply = await conversation.request('nes/start', params);
  if (reply.error?.code === loginRequired) throw new Unreachable(`It requires a login: ${reply.error.message}`);
  return reply;
}

export class SuggestionSession {
  readonly id: string;
  readonly uri: string;
  readonly #conversation: Conversation;
  readonly #agent: AgentFacts;

  constructor(conversation: Conversation, agent: AgentFacts, id: string) {
    this.#conversation = conversation;
    this.#agent = agent;
    this.id = id;
    this.uri = 'file:///conformance/calls.ts';
  }

  /** Starts a session that the agent has to accept. */
  static async start(conversation: Conversation, agent: AgentFacts, params: Fields = {}): Promise<SuggestionSession> {
    const { result, error } = await startSuggestions(conversation, params);
    const { sessionId } = fieldsOf(result);
    if (typeof sessionId === 'string') return new SuggestionSession(conversation, agent, sessionId);
    throw new Unreachable(`nes/start returned no sessionId: ${error?.message ?? JSON.stringify(result)}`);
  }

  /** Tells the agent about the document and its changes. */
  edit(): void {
    const { events } = eventsOf(this.#agent);
    const isWhole = fieldsOf(events['didChange'])['syncKind'] === 'full';
    this.#tell('didOpen', { languageId, version: 1, text: code });
    for (const [index, { text, contentChanges }] of history().entries())
      this.#tell('didChange', { version: index + 2, contentChanges: isWhole ? [{ text }] : contentChanges });
    const position = this.#cursor;
    const visibleRange = range(at(0, 0), at(lineCount - 1, 0));
    this.#tell('didFocus', { version: this.#version, position, visibleRange });
  }

  #tell(event: string, params: Fields): void {
    const { events, prefix } = eventsOf(this.#agent);
    if (!isFields(events[event])) return;
    this.#conversation.notify(`${prefix}/${event}`, { sessionId: this.id, uri: this.uri, ...params });
  }

  get #version(): number {
    return history().length + 1;
  }

  get #cursor(): Fields {
    return at(firstLineOfCode + 1, 'const beta = fresh'.length);
  }

  /** Asks for suggestions, and returns the id of the request at once. */
  begin(): string {
    return this.#conversation.begin('nes/suggest', {
      sessionId: this.id,
      uri: this.uri,
      version: this.#version,
      position: this.#cursor,
      triggerKind: 'manual',
      context: this.#context(),
    });
  }

  async suggest(): Promise<Reply> {
    return this.#conversation.reply(this.begin(), 'nes/suggest was not answered');
  }

  async close(): Promise<Reply> {
    return this.#conversation.request('nes/close', { sessionId: this.id });
  }

  /** The context that the agent has declared, of what there is. */
  #context(): Fields {
    const wanted = fieldsOf(fieldsOf(this.#agent.capabilities['nes'])['context']);
    const all: Fields = {
      recentFiles: [{ uri: this.uri, languageId, text: history().at(-1)?.text ?? code }],
      editHistory: calls
        .slice(0, 2)
        .map((line, index) => ({ uri: this.uri, diff: diffOf(line, firstLineOfCode + index) })),
      diagnostics: [],
    };
    return Object.fromEntries(Object.entries(all).filter(([name]) => isFields(wanted[name])));
  }
}

/** The suggestions in a response. */
export const suggestionsIn = ({ result }: Reply): readonly Fields[] => {
  const { suggestions } = fieldsOf(result);
  return Array.isArray(suggestions) ? suggestions.map(fieldsOf) : [];
};

/** The id of a suggestion, which is `id` in version 1. */
export const idOf = ({ suggestionId, id }: Fields): unknown => suggestionId ?? id;
