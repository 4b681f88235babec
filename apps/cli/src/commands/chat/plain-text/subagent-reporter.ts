/** Says which tool calls of subagents have ended, each once, in a plain-text chat. */
import { isFinished } from '@acp-stack/transcript';

import type { SubagentListener } from '../conversation/subagents.ts';
import { escapeLine } from '../../../text/escape-control-characters.ts';
import { toolCallTitle } from './entry-text.ts';

export interface SubagentReporterInit {
  readonly say: (text: string) => void;
  /** The name of a subagent. */
  readonly nameOf: (sessionId: string) => string;
}

export class SubagentReporter {
  readonly #init: SubagentReporterInit;
  readonly #said = new Set<string>();

  constructor(init: SubagentReporterInit) {
    this.#init = init;
  }

  readonly changed: SubagentListener = (sessionId, changes, transcript) => {
    for (const change of changes) {
      if (change.kind !== 'entry-added' && change.kind !== 'entry-changed') continue;
      const entry = transcript.entries.get(change.id);
      const key = `${sessionId} ${change.id}`;
      if (entry?.type !== 'tool_call' || !isFinished(entry) || this.#said.has(key)) continue;
      this.#said.add(key);
      const words = `tool call ${escapeLine(entry.status)}: ${toolCallTitle(entry)}`;
      this.#init.say(`${this.#init.nameOf(sessionId)}, ${words}`);
    }
  };

  /** Another session is shown. */
  forget(): void {
    this.#said.clear();
  }
}
