/** Log messages of an MCP server: errors are shown to the user, others are dropped. */
import type { AgentSession } from '@acp-stack/sdk';
import type { LoggingMessageNotification } from '@modelcontextprotocol/client';

import { asText } from '../model/run-tool.ts';
import { withoutSecrets } from '../model/service-error.ts';

/** The levels that are shown to the user. */
const serious = new Set<string>(['error', 'critical', 'alert', 'emergency']);
/** The most messages of one server. */
const maxNotices = 10;
/** The most characters of a message. */
const maxCharacters = 500;

export class ServerLog {
  readonly #session: AgentSession;
  readonly #server: string;
  #noticeCount = 0;

  constructor(session: AgentSession, server: string) {
    this.#session = session;
    this.#server = server;
  }

  take({ level, data }: LoggingMessageNotification['params'], secrets: readonly string[]): void {
    if (!serious.has(level) || this.#noticeCount === maxNotices) return;
    this.#noticeCount += 1;
    const words = withoutSecrets(asText(data ?? level), secrets).slice(0, maxCharacters);
    void this.#session.notice('warning', `The MCP server ${this.#server} reports: ${words}`);
  }
}
