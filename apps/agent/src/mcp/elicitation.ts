/** Passes elicitations of MCP servers on to the user, if the client supports them (ELIC-01). */
import type { AgentSession, Elicitation } from '@acp-stack/sdk';
import { readWebPage } from '@acp-stack/workspace/questions';
import type {
  ClientCapabilities,
  ElicitRequest,
  ElicitRequestURLParams,
  ElicitResult,
} from '@modelcontextprotocol/client';

import type { OpenQuestions } from './open-questions.ts';

/** The elicitation capability that a server is told. */
export function elicitationCapability({ connection }: AgentSession): Pick<ClientCapabilities, 'elicitation'> {
  const modes = (['form', 'url'] as const).filter((mode) => connection.supports(`elicitation.${mode}`));
  return modes.length === 0 ? {} : { elicitation: Object.fromEntries(modes.map((mode) => [mode, {}])) };
}

/** Pages that a server has requested and not reported as done; older ones are forgotten. */
const maxPages = 100;

export class ElicitationRelay {
  readonly #session: AgentSession;
  readonly #server: string;
  readonly #questions: OpenQuestions;
  /** Our ids of the pages that a server requested, by its own ids: two servers may use the same (ELIC-11). */
  readonly #pages = new Map<string, string>();

  constructor(session: AgentSession, server: string, questions: OpenQuestions) {
    this.#session = session;
    this.#server = server;
    this.#questions = questions;
  }

  /**
   * Asks the user; `toolCallId` is the call that the question belongs to, if that is known. Throws if too many
   * questions are open, and for a page that the user should not be sent to.
   */
  async ask(params: ElicitRequest['params'], toolCallId: string | undefined): Promise<ElicitResult> {
    if (params.mode === 'url') requireSafePage(params);
    const answer = await this.#questions.during(() => this.#elicit(this.#question(params, toolCallId)));
    const { action, content } = answer as { action: string; content?: ElicitResult['content'] };
    // An unknown action is not consent (ELIC-13).
    if (action !== 'accept') return { action: action === 'decline' ? 'decline' : 'cancel' };
    return { action, ...(content === undefined || params.mode === 'url' ? {} : { content }) };
  }

  /** The server reports that a page is done, by its own id of it (ELIC-09). */
  async completed(serverId: string): Promise<void> {
    const elicitationId = this.#pages.get(serverId);
    if (elicitationId === undefined) return;
    this.#pages.delete(serverId);
    await this.#session.connection.notify('elicitation/complete', { elicitationId });
  }

  /** The question for the user; the id of a page is remembered. */
  #question(params: ElicitRequest['params'], toolCallId: string | undefined): Elicitation {
    // The user has to know which server asks (ELIC-15).
    const message = `${this.#server}: ${params.message}`;
    const origin = toolCallId === undefined ? {} : { toolCallId };
    if (params.mode !== 'url') return { mode: 'form', message, requestedSchema: params.requestedSchema, ...origin };
    const elicitationId = this.#session.nextId('elicitation');
    this.#pages.set(params.elicitationId, elicitationId);
    const [oldest] = this.#pages.size > maxPages ? this.#pages.keys() : [];
    if (oldest !== undefined) this.#pages.delete(oldest);
    return { mode: 'url', message, elicitationId, url: params.url };
  }

  #elicit(question: Elicitation): Promise<unknown> {
    return (this.#session.turn ?? this.#session).elicit(question);
  }
}

/** Throws unless the page is encrypted or on this machine, and its address has no password (ELIC-12, ELIC-22). */
function requireSafePage(page: ElicitRequestURLParams): void {
  const { obstacle, warnings } = readWebPage(page);
  const problem = obstacle ?? warnings.find(({ kind }) => kind === 'not-encrypted')?.message;
  if (problem !== undefined) throw new Error(problem);
}
