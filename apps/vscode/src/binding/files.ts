/** Files through the editor: documents with unsaved changes first, then the disk; changes as edits that can be undone. */
import * as vscode from 'vscode';

import type { ReviewedFiles } from '../review/change-review.ts';

/** The document of a file that is open. */
export const openDocument = (path: string): vscode.TextDocument | undefined =>
  vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'file' && uri.fsPath === path);

/** The text of a file with unsaved changes; undefined if there are none. */
export function unsavedText(path: string): string | undefined {
  const document = openDocument(path);
  return document?.isDirty === true ? document.getText() : undefined;
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

/** The smallest range that differs, so that cursors and marks elsewhere stay. */
function changedRange(document: vscode.TextDocument, after: string): { range: vscode.Range; text: string } {
  const before = document.getText();
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const range = new vscode.Range(document.positionAt(start), document.positionAt(before.length - end));
  return { range, text: after.slice(start, after.length - end) };
}

async function apply(edit: vscode.WorkspaceEdit, path: string): Promise<void> {
  if (await vscode.workspace.applyEdit(edit)) return;
  throw new Error(`The editor did not make the change of ${path}; the file may be read-only.`);
}

async function write(path: string, text: string): Promise<void> {
  const uri = vscode.Uri.file(path);
  const edit = new vscode.WorkspaceEdit();
  if (!(await exists(uri))) {
    edit.createFile(uri, { contents: new TextEncoder().encode(text) });
    await apply(edit, path);
    return;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  // A document has one kind of line breaks.
  const lines = document.eol === vscode.EndOfLine.CRLF ? text.replaceAll(/\r?\n/gu, '\r\n') : text;
  if (document.getText() !== lines) {
    const changed = changedRange(document, lines);
    edit.replace(uri, changed.range, changed.text);
    await apply(edit, path);
  }
  if (document.isDirty && !(await document.save())) throw new Error(`${path} was changed, but could not be saved.`);
}

/** Files for agents and the review of their changes. */
export const editorFiles: ReviewedFiles = {
  read: async (path) => {
    const document = openDocument(path);
    if (document !== undefined) return document.getText();
    const uri = vscode.Uri.file(path);
    if (!(await exists(uri))) return undefined;
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  },
  write,
  remove: async (path) => {
    const edit = new vscode.WorkspaceEdit();
    edit.deleteFile(vscode.Uri.file(path), { ignoreIfNotExists: true });
    await apply(edit, path);
  },
};
