/**
 * What a hub has besides the protocol, in `_meta["acp-stack.dev/hub"]` (decision 21).
 *
 * Agents without a hub send none of it, and everything here is then absent.
 */
import { RpcError } from '@acp-stack/rpc';
import type { ContentBlock, InjectMode } from '@acp-stack/schema/v2/unstable';

export const hubKey = 'acp-stack.dev/hub';

/** The notification with the messages of a session that wait for its agent. */
export const pendingMethod = '_acp-stack.dev/hub/pending';

/** The notification that a question was answered by another client, or withdrawn. */
export const closedQuestionMethod = '_acp-stack.dev/hub/question_closed';

/** What the hub says about a session that was opened. */
export interface HubSession {
  /** What this user may do: `owner`, `controller` or `observer`. */
  readonly role?: string;
  /** The name of the agent in the hub. */
  readonly agent?: string;
  /** The user that owns the session. */
  readonly owner?: string;
  /** The name of this user. */
  readonly principal?: string;
  /** What the agent takes; absent until it has run. */
  readonly accepts?: HubAccepts;
}

/** What the agent of a session takes; the hub itself takes more. */
export interface HubAccepts {
  /** Kinds of content besides text and links, such as `image`. */
  readonly content: readonly string[];
  /** Modes of messages while it works: `queue`, `steer`. */
  readonly inject: readonly string[];
}

/** A message that waits in the hub until the agent takes it. */
export interface HubPendingMessage {
  readonly messageId: string;
  readonly mode: InjectMode;
  readonly content: readonly ContentBlock[];
  readonly principal: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** The fields of the hub in the `_meta` of a message; undefined if there are none. */
function hubFields(meta: unknown): Fields | undefined {
  const fields = fieldsOf(meta)[hubKey];
  return isObject(fields) ? fields : undefined;
}

/** Whether the capabilities of an agent are those of a hub. */
export const isHub = (capabilities: object): boolean => hubFields(fieldsOf(capabilities)['_meta']) !== undefined;

/** The cursor in the params of an update. */
export function cursorOf(params: unknown): string | undefined {
  const cursor = hubFields(fieldsOf(params)['_meta'])?.['cursor'];
  return typeof cursor === 'string' ? cursor : undefined;
}

/** The cursor in the `_meta` of a response that opened a session. */
export function openedCursor(meta: unknown): string | undefined {
  const cursor = hubFields(meta)?.['cursor'];
  return typeof cursor === 'string' ? cursor : undefined;
}

/** What a hub says about a session in a list. */
export interface HubActivity {
  /** Whether a hub works on it. */
  readonly isLive?: boolean;
  /** Whether its agent works. */
  readonly isBusy?: boolean;
}

/** What the hub says about a session, in the `_meta` of a response or of an entry of the list. */
export function hubSession(meta: unknown): HubSession & HubActivity {
  const fields = hubFields(meta) ?? {};
  const named = ['role', 'agent', 'owner', 'principal'].flatMap((name) =>
    typeof fields[name] === 'string' ? [[name, fields[name]]] : [],
  );
  const flags = ['isLive', 'isBusy'].flatMap((name) =>
    typeof fields[name] === 'boolean' ? [[name, fields[name]]] : [],
  );
  const { content, inject } = fieldsOf(fields['accepts']);
  const accepts = Array.isArray(content) && Array.isArray(inject) ? [['accepts', { content, inject }]] : [];
  return Object.fromEntries([...named, ...flags, ...accepts]) as HubSession & HubActivity;
}

/** How long a tool call or a thought took, in milliseconds, if a hub has noted it; it notes no times below a second. */
export function notedDuration({ _meta: meta }: { readonly _meta?: unknown }): number | undefined {
  const took = hubFields(meta)?.['took'];
  return typeof took === 'number' && took >= 0 ? took : undefined;
}

/** The `_meta` of a request to a hub. */
export const hubMeta = (fields: object): { readonly _meta: Record<string, unknown> } => ({
  _meta: { [hubKey]: fields },
});

/** Whether the hub does not know the cursor any more, so that the whole history has to be read. */
export const isCursorRefused = (error: unknown): boolean =>
  error instanceof RpcError &&
  /^(?:cursor_expired|cursor_unknown|generation_changed)$/u.test(String(fieldsOf(error.data)['reason']));

/** The messages in a notification; malformed ones are left out. */
export function pendingMessagesOf(params: unknown): readonly HubPendingMessage[] {
  const { messages } = fieldsOf(params);
  if (!Array.isArray(messages)) return [];
  return messages.flatMap((each): HubPendingMessage[] => {
    const { messageId, mode, content, principal } = fieldsOf(each);
    if (typeof messageId !== 'string' || typeof mode !== 'string' || !Array.isArray(content)) return [];
    const sender = typeof principal === 'string' ? principal : undefined;
    return [{ messageId, mode: mode as InjectMode, content: content as readonly ContentBlock[], principal: sender }];
  });
}

/** What became of a question that is closed. */
export interface HubClosedQuestion {
  /** The id of the question in the hub. */
  readonly question: string;
  /** The id of the chosen option, or the action; undefined if it was not answered. */
  readonly answer: string | undefined;
  /** The user that answered. */
  readonly principal: string | undefined;
}

/** The id of a question in the hub, in the params of its request. */
export function questionOf(params: unknown): string | undefined {
  const question = hubFields(fieldsOf(params)['_meta'])?.['question'];
  return typeof question === 'string' ? question : undefined;
}

/** What a notification says about a question; undefined if it is malformed. */
export function closedQuestionOf(params: unknown): HubClosedQuestion | undefined {
  const { question, answer, principal } = fieldsOf(params);
  if (typeof question !== 'string') return undefined;
  return {
    question,
    answer: typeof answer === 'string' ? answer : undefined,
    principal: typeof principal === 'string' ? principal : undefined,
  };
}

/** A key that makes a request have one effect, however often it is sent. */
export function requestKey(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
