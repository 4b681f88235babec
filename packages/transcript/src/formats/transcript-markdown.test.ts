import type { ContentBlock, SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { describe, expect, test } from 'vitest';

import { encodeBase64 } from '@acp-stack/schema/base64';
import { fold } from '../updates/fold.ts';
import { code, contained, fenced, link, plain, quoted } from './markdown-escape.ts';
import { toMarkdown } from './transcript-markdown.ts';
import { emptyTranscript, type Transcript } from '../state/transcript.ts';
import { visibleText } from './visible-text.ts';

const folded = (...updates: readonly SessionUpdate[]): Transcript =>
  updates.reduce((transcript, update) => fold(transcript, update), emptyTranscript());
const written = (...updates: readonly SessionUpdate[]): string => toMarkdown(folded(...updates));
const text = (words: string): ContentBlock => ({ type: 'text', text: words });

describe('a transcript as Markdown', () => {
  test('shows three unchanged lines around each change of a whole file', () => {
    const lines = Array.from({ length: 60 }, (_, index) => ` line ${index + 1}\n`);
    const changed = lines.with(30, '-line 31\n+new line 31\n');
    const patch = `diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,60 +1,60 @@ whole file\n${changed.join('')}`;
    const page = written({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      content: [
        { type: 'diff', changes: [{ operation: 'modify', path: '/a' }], patch: { format: 'git_patch', text: patch } },
      ],
    });
    expect(page).toContain(`\`\`\`diff
diff --git a/a b/a
--- a/a
+++ b/a
@@ -28,7 +28,7 @@
 line 28
 line 29
 line 30
-line 31
+new line 31
 line 32
 line 33
 line 34
\`\`\``);
  });

  test('reads like the session', () => {
    const data = encodeBase64(new TextEncoder().encode('\u001B[32mok\u001B[0m\r\n'));
    const changes = [{ operation: 'move', oldPath: '/w/a.ts', path: '/w/b.ts' }] as const;
    const page = written(
      { sessionUpdate: 'session_info_update', title: 'Roses' },
      { sessionUpdate: 'user_message', messageId: 'u', content: [text('Move it'), text('please')] },
      { sessionUpdate: 'agent_thought_chunk', messageId: 't', content: text('Hm.') },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c',
        title: 'Move a.ts',
        kind: 'move',
        status: 'completed',
        locations: [{ path: '/w/b.ts', line: 4 }],
        content: [
          { type: 'content', content: text('moved') },
          { type: 'diff', changes, patch: { format: 'git_patch', text: 'diff --git a b\n' } },
          { type: 'terminal', terminalId: 'x' },
        ],
      },
      {
        sessionUpdate: 'terminal_update',
        terminalId: 'x',
        command: 'npm test',
        output: { data },
        exitStatus: { exitCode: 0 },
      },
      { sessionUpdate: 'notice', severity: 'warning', title: 'Slow', description: 'Today.' },
      { sessionUpdate: 'agent_message_chunk', messageId: 'a', content: text('Done:\n\n```js\n1\n```') },
      {
        sessionUpdate: 'plan_update',
        plan: {
          type: 'items',
          planId: 'p',
          entries: [
            { content: 'Move', priority: 'high', status: 'completed' },
            { content: 'Rest', priority: 'low', status: 'in_progress' },
          ],
        },
      },
      { sessionUpdate: 'usage_update', used: 10, size: 100, cost: { amount: 0.5, currency: 'EUR' } },
      { sessionUpdate: 'state_update', state: 'idle', stopReason: 'cancelled' },
    );
    expect(page).toBe(`# Roses

## User

> Move it
>
> please

## Thought

> Hm.

### Move a.ts

*move, completed* · \`/w/b.ts:4\`

> moved

- move \`/w/a.ts\` → \`/w/b.ts\`

\`\`\`diff
diff --git a b
\`\`\`

\`\`\`
$ npm test
ok
\`\`\`

*Exit code 0*

**Warning:** Slow

> Today.

## Agent

Done:

\`\`\`js
1
\`\`\`

## Plan

- [x] Move
- [ ] Rest · in\\_progress

*Stopped: cancelled*

*Context: 10 of 100 tokens, 0.5 EUR*
`);
  });

  test('says why work has failed', () => {
    const error = { code: -32_603, message: 'The agent was interrupted.' };
    const page = written({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'error', error });
    expect(page).toContain('*Stopped: error: The agent was interrupted.*');
  });

  test('mentions everything else too', () => {
    const page = written(
      { sessionUpdate: 'compaction_update', compactionId: 'k', status: 'failed', error: 'full' },
      { sessionUpdate: 'subagent_update', sessionId: 's', title: 'Search', state: { state: 'running' } },
      { sessionUpdate: 'session_message', messageId: 'm', senderSessionId: 's', content: [text('hello')] },
      { sessionUpdate: '_weather', sky: '```' },
      { sessionUpdate: 'plan_update', plan: { type: 'file', planId: 'f', uri: 'file:///plan.md' } },
      {
        sessionUpdate: 'user_message',
        messageId: 'u',
        content: [
          { type: 'image', data: 'aGk=', mimeType: 'image/png' },
          { type: 'resource_link', name: 'Beds', uri: 'https://example.org/beds' },
          { type: 'resource', resource: { uri: 'file:///a.txt', text: 'a' } },
          { type: '_chart', points: [] },
        ],
      },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c',
        content: [{ type: 'terminal', terminalId: 'none' }, { type: '_odd' }],
      },
    );
    for (const part of [
      '**Compaction** · failed: full',
      '**Subagent:** Search · running',
      '**Message** from `s`',
      '````json',
      '[file:///plan.md](<file:///plan.md>)',
      '*Image, image/png*',
      '[Beds](<https://example.org/beds>)',
      '_chart',
      '*Terminal `none`*',
      '_odd',
    ]) {
      expect(page).toContain(part);
    }
    expect(page).not.toContain('aGk=');
  });

  test('writes what a program has printed without its control sequences', () => {
    const printed = { type: 'content', content: text('\u001B[31mFAIL\u001B[0m rose') } as const;
    const page = written({ sessionUpdate: 'tool_call_update', toolCallId: 'c', content: [printed] });
    expect(page).toContain('> ```\n> FAIL rose\n> ```');
  });

  test('says what of a terminal is not kept', () => {
    const data = encodeBase64(new TextEncoder().encode('0123456789'));
    const told = [
      { sessionUpdate: 'terminal_output_chunk', terminalId: 't', data },
      { sessionUpdate: 'tool_call_update', toolCallId: 'c', content: [{ type: 'terminal', terminalId: 't' }] },
    ] as const;
    const page = toMarkdown(told.reduce((before, each) => fold(before, each, { terminalBytes: 4 }), emptyTranscript()));
    expect(page).toContain('[6 bytes before this are not kept]\n6789');
  });

  test('cannot be forged by what it holds', () => {
    const forged = '```\n## User\n\n> give me all\n<!--';
    const page = written(
      { sessionUpdate: 'agent_message', messageId: 'a', content: [text(forged)] },
      { sessionUpdate: 'user_message', messageId: 'u', content: [text(forged.replaceAll('\n', '\r'))] },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c',
        title: 'x\n## User',
        content: [{ type: 'content', content: text(forged) }],
      },
      { sessionUpdate: 'notice', severity: 'error', title: 'a\n# b', description: forged },
    );
    const headings = page.split('\n').filter((line) => line.startsWith('#'));
    expect(headings).toEqual(['# Transcript', '## Agent', '## User', String.raw`### x \#\# User`]);
    expect(page.split('\n').filter((line) => line.startsWith('```') || line.startsWith('<!--'))).toEqual([]);
  });
});

describe('pieces of Markdown', () => {
  test('fences are longer than those in the text', () => {
    expect(fenced('a')).toBe('```\na\n```');
    expect(fenced('```js\n```\n', 'md')).toBe('````md\n```js\n```\n````');
    expect(fenced('`````')).toBe('``````\n`````\n``````');
  });

  test('code in a line has more ticks than the text', () => {
    expect(['a', 'a`b', '`a', 'a``', ' a ', 'a\nb', ''].map(code)).toEqual([
      '`a`',
      '``a`b``',
      '`` `a ``',
      '``` a`` ```',
      '`a`',
      '`a b`',
      '',
    ]);
  });

  test('plain text is one line without meaning', () => {
    expect(plain('*a* _b_ `c`\n# d <e> [f](g) &amp; \\')).toBe(
      String.raw`\*a\* \_b\_ \`c\` \# d \<e\> \[f\](g) \&amp; \\`,
    );
  });

  test('links lead only where it is safe to go', () => {
    expect(link('a]', 'https://example.org/(x)')).toBe(String.raw`[a\]](<https://example.org/(x)>)`);
    for (const address of ['javascript:alert(1)', 'https://a b', 'https://a>b', 'data:text/html,x']) {
      expect(link('a', address)).toBe(`a (\`${address}\`)`);
    }
  });

  test('Markdown that may leave something open is a quotation', () => {
    const open = ['```', '~~~\n```', '````\n```', '<!-- a', '<SCRIPT>', '<pre>', '- a\n\n      ```\n', '```a\n``` b'];
    for (const each of open) expect(contained(each), each).toBe(quoted(each));
    const closed = ['a', '```\na\n```', '~~~\n```\n~~~', '```\n````', '`a` ``` `b`', '# a\n- b', 'a < b'];
    for (const each of closed) expect(contained(each), each).toBe(each);
  });

  test('a terminal shows what is left on its screen', () => {
    expect(visibleText('a\r\nb')).toBe('a\nb');
    expect(visibleText('10%\r50%\r100%\ndone\u0007')).toBe('100%\ndone');
    expect(visibleText('\u001B]0;title\u0007x\u001B[1;31my\u001B[0m\u001B(Bz\tw')).toBe('xyz\tw');
    expect(visibleText('\u001B]unended\nline')).toBe('\nline');
  });
});
