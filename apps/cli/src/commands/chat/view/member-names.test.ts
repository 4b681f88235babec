/** Names of object members as kinds and types of an agent are unknown words like any other. */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { emptyTranscript, fold } from '@acp-stack/transcript';
import { expect, test } from 'vitest';

import { highlighter } from '../../../tui/highlight.ts';
import { textOfLine } from '../../../tui/styled-line.ts';
import { entryText } from '../plain-text/entry-text.ts';
import { entryView } from './entry-view.ts';
import { planView } from './plan-view.ts';

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('%s is shown as it is', (name) => {
  const updates = [
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: name,
      title: 'Dig',
      kind: name,
      status: name,
      content: [
        { type: 'diff', changes: [{ operation: name, path: '/garden/rose.md' }] },
        { type: 'content', content: { type: name } },
        { type: name },
      ],
    },
    { sessionUpdate: 'notice', severity: name, title: 'Rain' },
    {
      sessionUpdate: 'agent_message_chunk',
      messageId: name,
      content: { type: 'text', text: `\`\`\`${name}\nx\n\`\`\`` },
    },
    {
      sessionUpdate: 'plan_update',
      plan: { type: 'items', planId: name, entries: [{ content: 'Dig', status: name, priority: name }] },
    },
    { sessionUpdate: name },
  ] as unknown as readonly SessionUpdate[];
  const transcript = updates.reduce((state, update) => fold(state, update), emptyTranscript());
  const options = { width: 60, cwd: '/garden', isVerbose: true, tick: 0 };
  const shown = transcript.entries.toArray().flatMap((entry) => entryView(entry, transcript, options).map(textOfLine));
  expect(shown).toEqual(expect.arrayContaining(['◐ Dig', '  ? rose.md', '! Rain', `  [${name}]`]));
  const told = transcript.entries.toArray().map((entry) => entryText(entry, transcript, options));
  expect(told.join('\n')).toContain(`File rose.md ${name}`);
  expect(planView(transcript, { width: 60, maxLines: 9 }).map(textOfLine).join('\n')).toContain('☐ Dig');
  expect(textOfLine(highlighter(name)('x'))).toBe('x');
});
