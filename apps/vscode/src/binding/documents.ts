/** The documents of VS Code, for agents that ask which are open, recent and active. */
import type { EditorDocument, EditorState } from '@acp-stack/workspace/client';
import * as vscode from 'vscode';

/** Documents that are remembered as recent. */
const maxRecent = 50;

const isFile = ({ uri }: vscode.TextDocument): boolean => uri.scheme === 'file';
const toDocument = ({ uri, languageId }: vscode.TextDocument): EditorDocument => ({ path: uri.fsPath, languageId });

/** The documents of tabs: VS Code also opens some that no user sees. */
function openFiles(): readonly EditorDocument[] {
  const inTabs = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : []));
  const known = vscode.workspace.textDocuments.filter(isFile);
  return [...new Set(inTabs)].flatMap((uri) => {
    const document = known.find((each) => each.uri.toString() === uri);
    if (document !== undefined) return [toDocument(document)];
    const parsed = vscode.Uri.parse(uri);
    return parsed.scheme === 'file' ? [{ path: parsed.fsPath }] : [];
  });
}

/** Follows the documents until it is disposed of. */
export class Documents implements EditorState, vscode.Disposable {
  readonly #recent = new Map<string, EditorDocument>();
  readonly #listening: vscode.Disposable;

  constructor() {
    this.#note(vscode.window.activeTextEditor);
    this.#listening = vscode.window.onDidChangeActiveTextEditor((editor) => {
      this.#note(editor);
    });
  }

  open(): readonly EditorDocument[] {
    return openFiles();
  }

  recent(): readonly EditorDocument[] {
    return [...this.#recent.values()].toReversed();
  }

  active(): EditorDocument | undefined {
    const document = vscode.window.activeTextEditor?.document;
    return document !== undefined && isFile(document) ? toDocument(document) : undefined;
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #note(editor: vscode.TextEditor | undefined): void {
    if (editor === undefined || !isFile(editor.document)) return;
    const document = toDocument(editor.document);
    this.#recent.delete(document.path);
    this.#recent.set(document.path, document);
    const [oldest] = this.#recent.size > maxRecent ? this.#recent.keys() : [];
    if (oldest !== undefined) this.#recent.delete(oldest);
  }
}
