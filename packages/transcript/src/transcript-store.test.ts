import type { RequestPermissionRequest, SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { describe, expect, test } from 'vitest';

import { findEntry, textOf, waitingToolCalls } from './state/selectors.ts';
import { TranscriptStore, type Change } from './transcript-store.ts';

const chunk = (words: string, more: object = {}): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId: 'm',
  content: { type: 'text', text: words },
  ...more,
});
const call = (fields: object): SessionUpdate => ({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...fields });
const print = (data: string): SessionUpdate => ({ sessionUpdate: 'terminal_output_chunk', terminalId: 't', data });
const wordsOf = (store: TranscriptStore): string | undefined => {
  const entry = findEntry(store.snapshot(), 'agent_message', 'm');
  return entry && textOf(entry.content);
};
const question: RequestPermissionRequest = {
  sessionId: 's',
  title: 'May I?',
  subject: { type: 'tool_call', toolCall: { toolCallId: 'c', title: 'Write a.ts' } },
  options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
};

/** A store, and all changes that it reports. */
function listening(store = new TranscriptStore()): { store: TranscriptStore; heard: Change[] } {
  const heard: Change[] = [];
  store.subscribe((changes) => {
    heard.push(...changes);
  });
  return { store, heard };
}

describe('a store', () => {
  test('tells what was added and what has changed, with what is new in it', () => {
    const { store, heard } = listening();
    store.apply(chunk('a'));
    store.apply(chunk('b', { _meta: { n: 1 } }));
    store.apply(call({ title: 'T' }));
    store.apply(print('YWI='));
    store.apply(print('Yw=='));
    store.apply({ sessionUpdate: 'state_update', state: 'running' });
    const block = (words: string): object => ({ type: 'text', text: words });
    expect(heard).toEqual([
      { kind: 'entry-added', id: 'agent_message:m', appended: { content: block('a') } },
      { kind: 'entry-changed', id: 'agent_message:m', appended: { content: block('b'), _meta: { n: 1 } } },
      { kind: 'entry-added', id: 'tool_call:c' },
      { kind: 'terminal-added', id: 't', appended: { bytes: new Uint8Array([97, 98]) } },
      { kind: 'terminal-changed', id: 't', appended: { bytes: new Uint8Array([99]) } },
      { kind: 'state-changed' },
    ]);
  });

  test('tells nothing when nothing changes', () => {
    const { store, heard } = listening();
    store.apply(call({ title: 'T' }));
    const before = store.snapshot();
    store.apply(call({ title: 'T' }));
    expect(store.snapshot()).toBe(before);
    expect(heard).toHaveLength(1);
  });

  test('does not call a listener that has unsubscribed', () => {
    const store = new TranscriptStore();
    const heard: string[] = [];
    const end = store.subscribe(() => {
      heard.push('first');
    });
    {
      using _ = store.subscribe(() => {
        heard.push('second');
      });
      store.apply(chunk('a'));
    }
    store.apply(chunk('b'));
    end();
    store.apply(chunk('c'));
    expect(heard).toEqual(['first', 'second', 'first']);
  });

  test('tells changes in their order, also those that a listener makes', () => {
    const store = new TranscriptStore();
    const heard: (string | undefined)[] = [];
    store.subscribe(() => {
      if (wordsOf(store) === 'a') store.apply(chunk('b'));
    });
    store.subscribe((_, transcript) => {
      const entry = findEntry(transcript, 'agent_message', 'm');
      heard.push(entry && textOf(entry.content));
    });
    store.apply(chunk('a'));
    expect(heard).toEqual(['a', 'ab']);
  });

  test('calls every listener although one throws, and does not hide the error', () => {
    const { store, heard } = listening();
    const failing = store.subscribe(() => {
      throw new Error('broken');
    });
    listeners(store, heard);
    expect(() => {
      store.apply(chunk('a'));
    }).toThrow('broken');
    expect(heard).toHaveLength(2);
    store.subscribe(() => {
      throw new Error('broken too');
    });
    expect(() => {
      store.apply(chunk('b'));
    }).toThrow(AggregateError);
    failing();
    expect(wordsOf(store)).toBe('ab');
  });

  test('shows a request for permission until it is settled, and what it says of its tool call from then on', () => {
    const { store, heard } = listening();
    {
      using _ = store.askPermission(question);
      expect(store.snapshot().permissions.toArray()).toMatchObject([{ request: question }]);
      expect(waitingToolCalls(store.snapshot())).toMatchObject([{ toolCallId: 'c', title: 'Write a.ts' }]);
    }
    expect(store.snapshot().permissions.size).toBe(0);
    expect(waitingToolCalls(store.snapshot())).toEqual([]);
    expect(findEntry(store.snapshot(), 'tool_call', 'c')).toMatchObject({ title: 'Write a.ts' });
    expect(heard.map(({ kind }) => kind)).toEqual(['entry-added', 'permission-added', 'permission-removed']);
  });

  test('shows several questions at once, and gives none the id of another', () => {
    const first = new TranscriptStore();
    first.askPermission(question);
    const store = new TranscriptStore({ transcript: first.snapshot() });
    using _ = store.askElicitation({
      mode: 'form',
      message: 'Which?',
      sessionId: 's',
      toolCallId: 'c',
      requestedSchema: { type: 'object', properties: {} },
    });
    const { permissions, elicitations } = store.snapshot();
    expect([permissions.size, elicitations.size]).toEqual([1, 1]);
    expect(permissions.at(0)?.id).not.toBe(elicitations.at(0)?.id);
  });

  test('marks what has not ended as cancelled, except in the background', () => {
    const store = new TranscriptStore();
    for (const toolCallId of ['done', 'open', 'behind', 'process'])
      store.apply(call({ toolCallId, status: 'in_progress' }));
    store.apply(call({ toolCallId: 'done', status: 'completed' }));
    store.apply(call({ toolCallId: 'process', content: [{ type: 'terminal', terminalId: 't' }] }));
    store.apply(print(''));
    const background = [
      { type: 'tool_call', toolCallId: 'behind' },
      { type: 'terminal', terminalId: 't' },
    ] as const;
    store.apply({ sessionUpdate: 'state_update', state: 'running', background });
    store.cancelUnfinished();
    const status = (id: string): unknown => findEntry(store.snapshot(), 'tool_call', id)?.status;
    expect(['done', 'open', 'behind', 'process'].map(status)).toEqual([
      'completed',
      'cancelled',
      'in_progress',
      'in_progress',
    ]);
    store.apply(call({ toolCallId: 'open', status: 'completed' }));
    expect(status('open')).toBe('completed');
  });

  test('does not double a replayed history', () => {
    const history = [call({ title: 'T' }), chunk('a'), chunk('b'), print('YQ=='), print('Yg==')];
    const { store, heard } = listening();
    for (const update of history) store.apply(update);
    const before = store.snapshot();
    heard.length = 0;
    {
      using _ = store.replay();
      for (const update of history) store.apply(update);
      expect(store.snapshot()).toBe(before);
      expect(() => store.replay()).toThrow('already');
    }
    expect(store.snapshot()).toBe(before);
    expect(heard).toEqual([]);
    {
      using _ = store.replay();
      for (const update of [...history, chunk('c')]) store.apply(update);
    }
    expect(wordsOf(store)).toBe('abc');
    expect(heard).toEqual([{ kind: 'entry-changed', id: 'agent_message:m' }]);
  });

  test('takes another transcript in place of its own', () => {
    const { store, heard } = listening();
    store.apply(chunk('a'));
    store.reset();
    expect(store.snapshot().entries.size).toBe(0);
    expect(heard.at(-1)).toEqual({ kind: 'entry-removed', id: 'agent_message:m' });
  });
});

function listeners(store: TranscriptStore, heard: Change[]): void {
  store.subscribe((changes) => {
    heard.push(...changes);
  });
}
