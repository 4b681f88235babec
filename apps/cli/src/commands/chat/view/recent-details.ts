/** The thoughts and tool calls since the last message of the user, in full, because they were printed in short. */
import type { Entry, Transcript } from '@acp-stack/transcript';

import type { Line } from '../../../tui/styled-line.ts';
import { entryView } from './entry-view.ts';
import { isToolCallOver } from './tool-call-view.ts';
import type { ViewOptions } from './view-options.ts';

export function recentDetails(transcript: Transcript, options: ViewOptions): readonly Line[] {
  const details: Entry[] = [];
  for (let place = transcript.entries.size - 1; place >= 0; place -= 1) {
    const entry = transcript.entries.at(place);
    if (entry === undefined || entry.type === 'user_message') break;
    const isShort = entry.type === 'agent_thought' || (entry.type === 'tool_call' && isToolCallOver(entry, transcript));
    if (isShort) details.unshift(entry);
  }
  return details.flatMap((entry): readonly Line[] => [...entryView(entry, transcript, options), []]);
}
