/**
 * The documents of the editor (draft): which are open, which were opened recently, which one has the focus.
 *
 * If the client does not offer them, it is not asked, and there are none (EDIT-01). Only files are returned (EDIT-02).
 */
import type { WorkspaceDocument } from '@acp-stack/schema/v2/unstable';

import type { EditorCalls } from './editor-calls.ts';

/** Options of a request for documents. */
export interface EditorQuestion {
  /** Cancels the request; the call then rejects. */
  readonly signal?: AbortSignal;
}

/** How many documents are returned at most. */
const maxDocuments = 1000;

/** Requests the open, recent and active documents of the editor. */
export class EditorDocuments {
  readonly #calls: EditorCalls;
  readonly #sessionId: string;

  constructor(calls: EditorCalls, sessionId: string) {
    this.#calls = calls;
    this.#sessionId = sessionId;
  }

  /** Whether the client offers any of them. */
  get isOffered(): boolean {
    return this.#offers('openDocuments') || this.#offers('recentDocuments') || this.#offers('activeDocument');
  }

  /** The documents that are open, in no particular order; none if the client does not offer them. */
  async open({ signal }: EditorQuestion = {}): Promise<readonly WorkspaceDocument[]> {
    if (!this.#offers('openDocuments')) return [];
    const { documents } = await this.#calls.request(
      'workspace/open_documents',
      { sessionId: this.#sessionId },
      options(signal),
    );
    return documents.filter(isFile).slice(0, maxDocuments);
  }

  /** The documents that were opened recently, newest first, at most `limit`; none if the client does not offer them. */
  async recent({ limit = maxDocuments, signal }: EditorQuestion & { readonly limit?: number } = {}): Promise<
    readonly WorkspaceDocument[]
  > {
    if (!this.#offers('recentDocuments')) return [];
    const { documents } = await this.#calls.request(
      'workspace/recent_documents',
      { sessionId: this.#sessionId, limit },
      options(signal),
    );
    // A client may return more than the limit.
    return documents.filter(isFile).slice(0, limit);
  }

  /** The document that has the focus; undefined if none has, or the client does not offer it. */
  async active({ signal }: EditorQuestion = {}): Promise<WorkspaceDocument | undefined> {
    if (!this.#offers('activeDocument')) return undefined;
    const { document } = await this.#calls.request(
      'workspace/active_document',
      { sessionId: this.#sessionId },
      options(signal),
    );
    return document && isFile(document) ? document : undefined;
  }

  #offers(question: 'openDocuments' | 'recentDocuments' | 'activeDocument'): boolean {
    return this.#calls.supports(`workspace.${question}`);
  }
}

const isFile = ({ uri }: WorkspaceDocument): boolean => uri.startsWith('file:///');

/** After the abort the response is not waited for. */
const options = (signal: AbortSignal | undefined): { readonly signal?: AbortSignal } =>
  signal === undefined ? {} : { signal };
