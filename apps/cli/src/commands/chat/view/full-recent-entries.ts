/**
 * The last message of the user and the thoughts, finished tool calls and subagents since in full: they were printed in
 * short.
 */
import type { Entry, Transcript } from '@acp-stack/transcript';

import type { Line } from '../../../tui/styled-line.ts';
import { entryView, messageText } from './entry-view.ts';
import { isToolCallOver } from './tool-call-view.ts';
import { isLongMessage } from './user-message-view.ts';
import type { ViewOptions } from './view-options.ts';

export function fullRecentEntries(transcript: Transcript, options: ViewOptions): readonly Line[] {
  const entries: Entry[] = [];
  for (let index = transcript.entries.size - 1; index >= 0; index -= 1) {
    const entry = transcript.entries.at(index);
    if (entry === undefined) break;
    if (entry.type === 'user_message') {
      if (isLongMessage(messageText(entry), options.width)) entries.unshift(entry);
      break;
    }
    const isFoldable = entry.type === 'agent_thought' || entry.type === 'subagent';
    const isShort = isFoldable || (entry.type === 'tool_call' && isToolCallOver(entry, transcript));
    if (isShort) entries.unshift(entry);
  }
  return entries.flatMap((entry): readonly Line[] => [...entryView(entry, transcript, options), []]);
}
