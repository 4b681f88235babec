/**
 * Context that is sent with each prompt, for this turn only (draft).
 *
 * An agent that does not accept runtime context gets none, unless the user wants it in the prompt, where it stays.
 * Either is logged once.
 */
import type { ClientConnection, ClientSession, ContentBlock, PromptOptions, RuntimeContext } from '@acp-stack/sdk';
import type { Workspace } from '@acp-stack/workspace';
import {
  activeFileContext,
  collectContext,
  gitContext,
  selectionContext,
  type ContextProvider,
  type EditorState,
} from '@acp-stack/workspace/client';

import type { Log } from '../log/log.ts';
import { inOneLine } from '../text/strip-control-characters.ts';
import type { ContextName, ContextPlan } from './context-plan.ts';

export interface PromptContextOptions {
  readonly plan: ContextPlan;
  readonly editor: EditorState;
  /** The workspace of a session. */
  readonly workspace: (session: ClientSession) => Promise<Workspace>;
  readonly log: Pick<Log, 'warn' | 'info'>;
}

/** A prompt with its context. */
export interface SentPrompt {
  readonly content: readonly ContentBlock[];
  readonly options: Pick<PromptOptions, 'runtimeContext'>;
}

export class PromptContext {
  readonly #options: PromptContextOptions;
  /** Whether the log already says what happens to context with this agent. */
  #isExplained = false;

  constructor(options: PromptContextOptions) {
    this.#options = options;
  }

  /** Adds the context to a prompt. */
  async withContext(
    content: readonly ContentBlock[],
    session: ClientSession,
    { connection, signal }: { readonly connection: ClientConnection; readonly signal?: AbortSignal },
  ): Promise<SentPrompt> {
    const { plan, log } = this.#options;
    const plain = { content, options: {} };
    if (plan.names.length === 0) return plain;
    const isAccepted = connection.supports('session.runtimeContext');
    if (!isAccepted && plan.fallback === 'none') {
      this.#explain();
      return plain;
    }
    const runtimeContext = await collectContext(this.#providers(session), {
      ...(signal === undefined ? {} : { signal }),
      onSkipped: (sentence) => log.warn(sentence),
    });
    if (runtimeContext.length === 0) return plain;
    if (isAccepted) return { content, options: { runtimeContext } };
    this.#explain(runtimeContext);
    return { content: [...content, { type: 'text', text: contextText(runtimeContext) }], options: {} };
  }

  #providers(session: ClientSession): readonly ContextProvider[] {
    const { plan, editor } = this.#options;
    const workspace = (): Promise<Workspace> => this.#options.workspace(session);
    const all: Readonly<Record<ContextName, () => ContextProvider>> = {
      git: () => gitContext(workspace),
      'active-file': () => activeFileContext(editor, workspace),
      selection: () => selectionContext(editor, session.cwd),
    };
    return plan.names.map((name) => all[name]());
  }

  #explain(added?: readonly RuntimeContext[]): void {
    if (this.#isExplained) return;
    this.#isExplained = true;
    const { plan, log } = this.#options;
    if (added !== undefined) {
      const list = added.map(({ title, text }) => `${title ?? 'untitled'} (${text.length} characters)`).join(', ');
      log.warn(
        `the agent does not accept runtime context, so it is added to the prompt and stays in the session: ${inOneLine(list)}`,
      );
      return;
    }
    const sentence = `the agent does not accept runtime context, so none is sent; --context-fallback prompt adds it to the prompt`;
    if (plan.isAsked) log.warn(sentence);
    else log.info(sentence);
  }
}

const named = (title: string): string => inOneLine(title).replaceAll('"', '”');

/** Formats context as part of the prompt. Agents may join the blocks of a prompt without separators. */
function contextText(items: readonly RuntimeContext[]): string {
  const parts = items.map(
    ({ title, text }) => `<context title="${named(title ?? '')}">\n${text.trimEnd()}\n</context>`,
  );
  return `\n\nContext:\n\n${parts.join('\n\n')}`;
}
