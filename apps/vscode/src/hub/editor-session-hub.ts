/**
 * The hub of one window of the editor: opened when it is first needed, and opened again when the settings have changed.
 *
 * Sessions are kept while it is opened again. In Restricted Mode no agent is started.
 */
import { openEditorHub, type EditorHub, type EditorHubOptions } from '@acp-stack/cli/editor';
import type { Channel } from '@acp-stack/rpc';

import type { Editor } from '../editor/editor.ts';
import { ToolCallChanges } from '../review/tool-call-changes.ts';
import type { ChangeReview } from '../review/change-review.ts';
import { allowedAgents } from '../settings/agent-settings.ts';
import { TerminalView } from '../terminals/terminal-view.ts';
import type { SessionStore } from './session-store.ts';

/** What the hub is made of, besides the editor. */
export interface HubParts extends Pick<EditorHubOptions, 'env' | 'program' | 'version' | 'schemas'> {
  readonly editor: Editor;
  readonly review: ChangeReview;
  /** Opens the place where sessions are stored; it stays open when the hub is opened again. */
  readonly openStore: () => Promise<SessionStore>;
}

/** What a user reads who tries to use an agent in Restricted Mode. */
const restricted =
  'This workspace is in Restricted Mode, in which no agent is started, because an agent runs commands and changes files. Trust the workspace first.';

export class EditorSessionHub implements AsyncDisposable {
  readonly #parts: HubParts;
  #hub: Promise<EditorHub> | undefined;
  #store: Promise<SessionStore> | undefined;
  #isClosed = false;

  constructor(parts: HubParts) {
    this.#parts = parts;
  }

  /** Connects a page to an endpoint; the channel is destroyed with one sentence if that fails. */
  async connect(channel: Channel, path: string): Promise<void> {
    try {
      (await this.#opened()).connect(channel, path);
    } catch (error) {
      this.#parts.editor.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
      channel.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Starts an agent for suggestions of edits: the default one, or that which comes with the extension. */
  async startSuggestions(which: 'default' | 'own'): Promise<Channel> {
    return (await this.#opened()).startSuggestions(which);
  }

  /** Ends all agents; the hub is opened anew, with the settings of then, when it is next needed. */
  async restart(): Promise<void> {
    const before = this.#hub;
    this.#hub = undefined;
    await before?.then((hub) => hub[Symbol.asyncDispose]()).catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.restart();
    await (await this.#store)?.[Symbol.asyncDispose]();
  }

  #opened(): Promise<EditorHub> {
    if (this.#isClosed) return Promise.reject(new Error('The window is closing.'));
    if (this.#hub === undefined) {
      const opening = this.#open();
      this.#hub = opening;
      // What was wrong may be mended by the next attempt.
      opening.catch(() => {
        if (this.#hub === opening) this.#hub = undefined;
      });
    }
    return this.#hub;
  }

  async #open(): Promise<EditorHub> {
    const { editor, review, openStore, ...parts } = this.#parts;
    const roots = editor.folders();
    if (roots.length === 0) throw new Error('No folder is open; open the folder in which agents shall work.');
    const settings = editor.settings();
    const agents = await allowedAgents(settings, { agreements: editor.agreements, ask: editor.askForAgent });
    this.#store ??= openStore();
    const { journal } = await this.#store;
    const toolCalls = new ToolCallChanges(editor.files.read, review, editor.folders);
    return openEditorHub({
      ...parts,
      journal,
      keepFor: settings.keepSessions * 24 * 60 * 60 * 1000,
      roots,
      agents,
      defaultAgent: settings.defaultAgent,
      openFile: editor.openFile,
      log: editor.log,
      checkStart: requireTrust(editor),
      machine: {
        unsaved: editor.unsaved,
        write: async (path, text) => {
          const before = await editor.files.read(path);
          await editor.files.write(path, text);
          if (before !== text) review.changed(path, before);
        },
        showTerminal: (terminal, agent) => {
          editor.showTerminal(agent, new TerminalView(terminal));
        },
        documents: editor.documents,
        requireTrust: requireTrust(editor),
        changesAreReviewed: () => editor.settings().changes === 'review',
        onUpdate: (update) => {
          toolCalls.update(update);
        },
      },
    });
  }
}

const requireTrust = (editor: Editor) => (): void => {
  if (!editor.isTrusted()) throw new Error(restricted);
};
