/**
 * Decides whether a tool may act: by the mode of the session, by earlier answers of the user, or by asking.
 *
 * Answers for “always” are stored with the session, by the kind of work and by the path.
 */
import type { PermissionOption } from '@acp-stack/sdk';
import type { ToolCall, Turn } from '@acp-stack/sdk';

import type { Note, SessionNotes } from '../session-data/session-notes.ts';
import type { Mode } from '../settings/modes.ts';

/** What a tool is about to do. */
export interface Intent {
  readonly kind: 'edit' | 'execute' | 'fetch' | 'other';
  /** The question for the user. */
  readonly question: string;
  /** What can be allowed permanently, from the narrowest to the widest: `edit /garden/rose.md`, then `edit`. */
  readonly scopes: readonly Scope[];
  /** Asked for each time, whatever the mode and earlier answers allow; only refusals are remembered. */
  readonly isProtected?: boolean;
}

export interface Scope {
  readonly key: string;
  /** The end of the option's name, after “Always allow”. */
  readonly label: string;
}

/** The tool may not act; the message is for the model. */
export class NotAllowedError extends Error {
  static {
    this.prototype.name = 'NotAllowedError';
  }
}

type Decision = 'allow' | 'reject';

const maxRemembered = 1000;

export class PermissionController {
  readonly #mode: () => Mode;
  readonly #notes: SessionNotes | undefined;
  #remembered: Promise<Map<string, Decision>> | undefined;

  /** Without notes, answers are lost with the process. */
  constructor(mode: () => Mode, notes?: SessionNotes) {
    this.#mode = mode;
    this.#notes = notes;
  }

  /** Resolves if it is allowed; rejects with `NotAllowedError` otherwise. */
  async require(intent: Intent, { turn, call }: { readonly turn: Turn; readonly call: ToolCall }): Promise<void> {
    const { kind, question, scopes, isProtected = false } = intent;
    const { name, allows, refuses } = this.#mode();
    if (refuses.has(kind))
      throw new NotAllowedError(`The session is in the mode “${name}”, which does not allow this.`);
    const remembered = await this.#recall();
    const decisions = scopes.map(({ key }) => remembered.get(key)).filter((decision) => decision !== undefined);
    const known = isProtected ? decisions.find((decision) => decision === 'reject') : decisions[0];
    if (known === 'reject') throw new NotAllowedError('The user does not allow this in this session.');
    if (!isProtected && (known === 'allow' || allows.has(kind))) return;
    const options = optionsFor(scopes, isProtected);
    const outcome = await turn.askPermission({ title: question, subject: call, options });
    if (outcome.outcome !== 'selected') throw new NotAllowedError('The user did not answer.');
    const isOffered = options.some(({ optionId }) => optionId === outcome.optionId);
    const decision = isOffered ? await this.#decide(outcome.optionId, scopes) : 'reject';
    if (decision === 'reject') throw new NotAllowedError('Permission was refused.');
  }

  /** Interprets an answer and stores it if it is permanent; an option that was not offered allows nothing. */
  async #decide(optionId: string, scopes: readonly Scope[]): Promise<Decision> {
    if (optionId === 'allow_once') return 'allow';
    const [, decision, index] = /^(allow|reject)_always_(\d+)$/u.exec(optionId) ?? [];
    const scope = index === undefined ? undefined : scopes[Number(index)];
    if (scope === undefined || (decision !== 'allow' && decision !== 'reject')) return 'reject';
    const remembered = await this.#recall();
    if (remembered.size < maxRemembered) {
      await this.#notes?.add({ type: 'permission', key: scope.key, decision });
      remembered.set(scope.key, decision);
    }
    return decision;
  }

  #recall(): Promise<Map<string, Decision>> {
    this.#remembered ??= decisionsIn(this.#notes?.read() ?? []).catch((error: unknown) => {
      this.#remembered = undefined;
      throw error;
    });
    return this.#remembered;
  }
}

async function decisionsIn(notes: AsyncIterable<Note> | Iterable<Note>): Promise<Map<string, Decision>> {
  const decisions = new Map<string, Decision>();
  for await (const note of notes) {
    if (note.type !== 'permission') continue;
    const { key, decision } = note;
    // A note that cannot be understood takes back a permission, and no refusal.
    if (decision === 'allow' || decision === 'reject') decisions.set(key, decision);
    else if (decisions.get(key) === 'allow') decisions.delete(key);
  }
  return decisions;
}

function optionsFor(scopes: readonly Scope[], isProtected: boolean): readonly PermissionOption[] {
  return [
    { optionId: 'allow_once', name: 'Allow', kind: 'allow_once' },
    ...(isProtected ? [] : scopes).map(({ label }, index): PermissionOption => ({
      optionId: `allow_always_${index}`,
      name: `Always allow ${label}`,
      kind: 'allow_always',
    })),
    { optionId: 'reject_once', name: 'Reject', kind: 'reject_once' },
    ...scopes.slice(-1).map(({ label }): PermissionOption => ({
      optionId: `reject_always_${scopes.length - 1}`,
      name: `Never allow ${label}`,
      kind: 'reject_always',
    })),
  ];
}
