/** What is wrong or unusual in one message, with the rule that says so. */

/** A rule of the specification. */
export interface SpecificationRule {
  /** What it says. */
  readonly text: string;
  /** The definition of the schema that holds it, such as `ContentChunk`. */
  readonly definition?: string;
  /** The field of that definition. */
  readonly field?: string;
  /** The page of the specification, such as `protocol/v1/prompt-turn`. */
  readonly page?: string;
}

/** One finding. */
export interface Finding {
  /** `error`: the message is invalid; `warning`: receivers repair, ignore or keep a part of it; `note`: it is valid. */
  readonly severity: 'error' | 'warning' | 'note';
  /** The place in the message, as a JSON Pointer; empty for the message itself. */
  readonly path: string;
  /** The finding in one sentence. */
  readonly text: string;
  /** What the rule allows. */
  readonly expected?: string;
  /** What is there. */
  readonly found?: string;
  /** The rule, where one is known. */
  readonly rule?: SpecificationRule;
}

/** Rules that are about several messages. */
export const conversationRules: Readonly<
  Record<'turn' | 'session' | 'known' | 'stdout' | 'jsonrpc', SpecificationRule>
> = {
  turn: {
    text: 'All updates of a turn are sent before the response to session/prompt.',
    page: 'protocol/v1/prompt-turn',
  },
  session: {
    text: 'Nothing is sent for a session after the response to session/close.',
    page: 'protocol/v1/session-setup',
  },
  known: {
    text: 'An update names a session that was opened by session/new, session/load, session/resume or session/fork.',
    page: 'protocol/v1/session-setup',
  },
  stdout: {
    text: 'The agent must not write anything to its stdout that is not a valid ACP message.',
    page: 'protocol/v1/transports',
  },
  jsonrpc: { text: 'Every message is a JSON-RPC 2.0 object, encoded as UTF-8.', page: 'protocol/v1/transports' },
};
