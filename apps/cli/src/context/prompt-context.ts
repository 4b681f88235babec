/**
 * What goes along with each prompt: context that the agent reads in this turn and that is kept nowhere (draft).
 *
 * An agent that takes no such context gets none, unless the user wants it in the prompt, where it stays; either is said once.
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
  /** The folders of a session. */
  readonly workspace: (session: ClientSession) => Promise<Workspace>;
  readonly log: Pick<Log, 'warn' | 'info'>;
}

/** A prompt as it is sent. */
export interface SentPrompt {
  readonly content: readonly ContentBlock[];
  readonly options: Pick<PromptOptions, 'runtimeContext'>;
}

export class PromptContext {
  readonly #options: PromptContextOptions;
  /** Whether it was said what becomes of context with this agent. */
  #isExplained = false;

  constructor(options: PromptContextOptions) {
    this.#options = options;
  }

  /** The prompt with what goes along with it. */
  async beside(
    content: readonly ContentBlock[],
    session: ClientSession,
    { connection, signal }: { readonly connection: ClientConnection; readonly signal?: AbortSignal },
  ): Promise<SentPrompt> {
    const { plan, log } = this.#options;
    const plain = { content, options: {} };
    if (plan.names.length === 0) return plain;
    const isTaken = connection.supports('session.runtimeContext');
    if (!isTaken && plan.fallback === 'none') {
      this.#explain();
      return plain;
    }
    const runtimeContext = await collectContext(this.#providers(session), {
      ...(signal === undefined ? {} : { signal }),
      onSkipped: (sentence) => log.warn(sentence),
    });
    if (runtimeContext.length === 0) return plain;
    if (isTaken) return { content, options: { runtimeContext } };
    this.#explain(runtimeContext);
    return { content: [...content, { type: 'text', text: inWords(runtimeContext) }], options: {} };
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
        `the agent takes no context for one turn, so it is put into the prompt and stays there: ${inOneLine(list)}`,
      );
      return;
    }
    const sentence = `the agent takes no context for one turn, so none is sent; --context-fallback prompt puts it into the prompt`;
    if (plan.isAsked) log.warn(sentence);
    else log.info(sentence);
  }
}

const named = (title: string): string => inOneLine(title).replaceAll('"', '”');

/** Context as a part of what the user says; agents may put the pieces of a prompt together as they are. */
function inWords(items: readonly RuntimeContext[]): string {
  const parts = items.map(
    ({ title, text }) => `<context title="${named(title ?? '')}">\n${text.trimEnd()}\n</context>`,
  );
  return `\n\nContext:\n\n${parts.join('\n\n')}`;
}
