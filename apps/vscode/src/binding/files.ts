/**
 * Files through the editor: documents with unsaved changes first, then the disk; changes are edits and can be undone.
 */
import * as vscode from 'vscode';

import { realPath } from '../paths/real-path.ts';
import { wayInFolder } from '../paths/way-in-folder.ts';
import type { ReviewedFiles } from '../review/change-review.ts';
import { plainText } from '../review/hunks.ts';

/** The path of a file without links, by which agents and the review know it. */
export const pathOf = ({ fsPath }: vscode.Uri): string => realPath(fsPath);

/** The document of a file that is open; the path is without links. */
const openDocument = (path: string): vscode.TextDocument | undefined =>
  vscode.workspace.textDocuments.find(
    ({ uri }) => uri.scheme === 'file' && (uri.fsPath === path || pathOf(uri) === path),
  );

/**
 * The address by which the editor knows a file, also where a folder of the workspace is a link; otherwise two documents
 * have one file.
 */
export function uriOf(path: string): vscode.Uri {
  const open = openDocument(path);
  if (open !== undefined) return open.uri;
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const way = wayInFolder(path, pathOf(uri));
    if (way !== undefined) return vscode.Uri.joinPath(uri, way);
  }
  return vscode.Uri.file(path);
}

/** The files that are being written here, so that their events are no work of the user. */
const writing = new Map<string, number>();

/** Whether an agent or a rejection is changing the file now. */
export const isBeingWritten = (path: string): boolean => writing.has(path);

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
  writing.set(path, (writing.get(path) ?? 0) + 1);
  try {
    await change(path, text);
  } finally {
    const others = (writing.get(path) ?? 1) - 1;
    if (others === 0) writing.delete(path);
    else writing.set(path, others);
  }
}

async function change(path: string, text: string): Promise<void> {
  const uri = uriOf(path);
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

/** Bytes of the largest file that is read for a review: the editor opens no larger one. */
const largest = 50_000_000;

/** The text on the disk: a document without unsaved changes may be older. Rejects if the file is binary. */
async function textOnDisk(uri: vscode.Uri): Promise<string | undefined> {
  if (!(await exists(uri))) return undefined;
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > largest) throw new Error(`${uri.fsPath} has ${size} bytes, which is too much for a review.`);
  const bytes = await vscode.workspace.fs.readFile(uri);
  if (bytes.includes(0)) throw new Error(`${uri.fsPath} is not a text file.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // In another encoding, which the editor knows.
    return (await vscode.workspace.openTextDocument(uri)).getText();
  }
}

/** Whether a document has been read from the disk again, and not edited: then the disk has the same text. */
export async function isOnDisk({ uri }: vscode.TextDocument, text: string): Promise<boolean> {
  const onDisk = await textOnDisk(uri).catch(() => undefined);
  return onDisk !== undefined && plainText(onDisk) === plainText(text);
}

/** Files for agents and the review of their changes. */
export const editorFiles: ReviewedFiles = {
  read: async (path) => unsavedText(path) ?? (await textOnDisk(uriOf(path))),
  write,
  remove: async (path) => {
    const edit = new vscode.WorkspaceEdit();
    edit.deleteFile(uriOf(path), { ignoreIfNotExists: true });
    await apply(edit, path);
  },
};
