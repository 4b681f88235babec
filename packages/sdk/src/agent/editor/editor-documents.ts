/**
 * The documents of the editor (draft): which are open, which were open lately, which one has the focus.
 *
 * A client that does not offer to tell is not asked, and the answer is nothing (EDIT-01). Only documents that are files are answered with (EDIT-02).
 */
import type { WorkspaceDocument } from '@acp-stack/schema/v2/unstable';

import type { Connection } from '../../connection/connection.ts';

/** Until when an answer is waited for. */
export interface EditorQuestion {
  /** Takes the question back; the call then rejects. */
  readonly signal?: AbortSignal;
}

/** More of them than this are not of use to anybody. */
const mostDocuments = 1000;

/** Asks the editor which documents are open, recent and active. */
export class EditorDocuments {
  readonly #connection: Connection<'agent'>;
  readonly #sessionId: string;

  constructor(connection: Connection<'agent'>, sessionId: string) {
    this.#connection = connection;
    this.#sessionId = sessionId;
  }

  /** Whether the client tells anything at all. */
  get isTold(): boolean {
    return this.#tells('openDocuments') || this.#tells('recentDocuments') || this.#tells('activeDocument');
  }

  /** The documents that are open, in no certain order; none when the client does not tell. */
  async open({ signal }: EditorQuestion = {}): Promise<readonly WorkspaceDocument[]> {
    if (!this.#tells('openDocuments')) return [];
    const { documents } = await this.#connection.request(
      'workspace/open_documents',
      { sessionId: this.#sessionId },
      options(signal),
    );
    return documents.filter(isFile).slice(0, mostDocuments);
  }

  /** The documents that were opened lately, newest first and at most `limit`; none when the client does not tell. */
  async recent({ limit = mostDocuments, signal }: EditorQuestion & { readonly limit?: number } = {}): Promise<
    readonly WorkspaceDocument[]
  > {
    if (!this.#tells('recentDocuments')) return [];
    const { documents } = await this.#connection.request(
      'workspace/recent_documents',
      { sessionId: this.#sessionId, limit },
      options(signal),
    );
    // A client may take the limit for a hint.
    return documents.filter(isFile).slice(0, limit);
  }

  /** The document that has the focus; undefined when none has, or the client does not tell. */
  async active({ signal }: EditorQuestion = {}): Promise<WorkspaceDocument | undefined> {
    if (!this.#tells('activeDocument')) return undefined;
    const { document } = await this.#connection.request(
      'workspace/active_document',
      { sessionId: this.#sessionId },
      options(signal),
    );
    return document && isFile(document) ? document : undefined;
  }

  #tells(question: 'openDocuments' | 'recentDocuments' | 'activeDocument'): boolean {
    return this.#connection.supports(`workspace.${question}`);
  }
}

const isFile = ({ uri }: WorkspaceDocument): boolean => uri.startsWith('file:///');

/** An editor that does not answer is not waited for after the end. */
const options = (signal: AbortSignal | undefined): { readonly signal?: AbortSignal; readonly abandon?: true } =>
  signal === undefined ? {} : { signal, abandon: true };
