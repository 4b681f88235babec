/**
 * Shows what agents have changed: marks and buttons in the file, both sides in a diff, and the list of files.
 *
 * What is accepted and what is taken back is decided by `ChangeReview`.
 */
import { basename, dirname } from 'node:path';

import * as vscode from 'vscode';

import type { ChangeReview } from '../review/change-review.ts';
import type { Hunk } from '../review/hunks.ts';
import { openDocument } from './files.ts';

/** The scheme of the documents with the text before the changes. */
const scheme = 'acp-before';

const beforeUri = (path: string): vscode.Uri => vscode.Uri.file(path).with({ scheme });

/** The line of a hunk that is marked: for removed lines, the one behind them. */
function lineOf({ newStart }: Hunk, document: vscode.TextDocument): number {
  return Math.min(newStart, document.lineCount - 1);
}

const added = vscode.window.createTextEditorDecorationType({
  isWholeLine: true,
  backgroundColor: new vscode.ThemeColor('diffEditor.insertedLineBackground'),
  overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.addedForeground'),
  overviewRulerLane: vscode.OverviewRulerLane.Left,
});

const removed = vscode.window.createTextEditorDecorationType({
  isWholeLine: true,
  borderWidth: '1px 0 0 0',
  borderStyle: 'dashed',
  borderColor: new vscode.ThemeColor('editorOverviewRuler.deletedForeground'),
  overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.deletedForeground'),
  overviewRulerLane: vscode.OverviewRulerLane.Left,
});

export class Changes
  implements
    vscode.CodeLensProvider,
    vscode.TextDocumentContentProvider,
    vscode.TreeDataProvider<string>,
    vscode.Disposable
{
  readonly #review: ChangeReview;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #beforeChanged = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposables: vscode.Disposable[];

  constructor(review: ChangeReview) {
    this.#review = review;
    const unsubscribe = review.subscribe(() => {
      this.#refresh();
    });
    this.#disposables = [
      { dispose: unsubscribe },
      vscode.languages.registerCodeLensProvider({ scheme: 'file' }, this),
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.window.registerTreeDataProvider('acp.changes', this),
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.#refresh();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (review.has(document.uri.fsPath)) void review.refresh(document.uri.fsPath);
      }),
    ];
  }

  /** The events of the interfaces of VS Code. */
  get onDidChangeCodeLenses(): vscode.Event<void> {
    return this.#changed.event;
  }

  get onDidChangeTreeData(): vscode.Event<void> {
    return this.#changed.event;
  }

  get onDidChange(): vscode.Event<vscode.Uri> {
    return this.#beforeChanged.event;
  }

  provideTextDocumentContent({ fsPath }: vscode.Uri): string {
    return this.#review.before(fsPath);
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const path = document.uri.fsPath;
    return this.#review.hunks(path, document.getText()).flatMap((hunk) => {
      const line = lineOf(hunk, document);
      const range = new vscode.Range(line, 0, line, 0);
      const counts = `+${hunk.newLines.length} −${hunk.oldLines.length}`;
      return [
        new vscode.CodeLens(range, {
          title: `$(check) Accept ${counts}`,
          tooltip: 'Keep this change of the agent',
          command: 'acp.acceptHunk',
          arguments: [path, hunk.newStart],
        }),
        new vscode.CodeLens(range, {
          title: '$(discard) Reject',
          tooltip: `Put back what was here:\n${hunk.oldLines.join('')}`,
          command: 'acp.rejectHunk',
          arguments: [path, hunk.newStart],
        }),
      ];
    });
  }

  getChildren(path?: string): string[] {
    return path === undefined ? [...this.#review.paths] : [];
  }

  getTreeItem(path: string): vscode.TreeItem {
    const uri = vscode.Uri.file(path);
    const item = new vscode.TreeItem(uri);
    item.label = basename(path);
    item.description = vscode.workspace.asRelativePath(dirname(path));
    item.tooltip = `${path}: changed by an agent`;
    item.command = { command: 'acp.reviewChanges', title: 'Review', arguments: [path] };
    return item;
  }

  /** Shows both sides of a file, that of the active editor by default. */
  async show(given: unknown): Promise<void> {
    const path = this.#pathOf(given);
    if (path === undefined) return;
    const title = `${basename(path)} (before the agent ↔ now)`;
    await vscode.commands.executeCommand('vscode.diff', beforeUri(path), vscode.Uri.file(path), title);
  }

  /** Accepts a hunk, that at the cursor by default. */
  async acceptHunk(given: unknown, line: unknown): Promise<void> {
    const path = this.#pathOf(given);
    if (path !== undefined) await this.#review.accept(path, this.#lineOf(line));
  }

  /** Takes a hunk back, that at the cursor by default. */
  async rejectHunk(given: unknown, line: unknown): Promise<void> {
    const path = this.#pathOf(given);
    if (path !== undefined) await this.#review.reject(path, this.#lineOf(line));
  }

  /** Accepts all hunks of a file. */
  acceptFile(given: unknown): void {
    const path = this.#pathOf(given);
    if (path !== undefined) this.#review.acceptAll(path);
  }

  /** Takes back all hunks of a file. */
  async rejectFile(given: unknown): Promise<void> {
    const path = this.#pathOf(given);
    if (path !== undefined) await this.#review.rejectAll(path);
  }

  /** Moves the cursor to the next hunk, behind the last one to the first. */
  goToNext(): void {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) return;
    const { document, selection } = editor;
    const lines = this.#review.hunks(document.uri.fsPath, document.getText()).map((hunk) => lineOf(hunk, document));
    const line = lines.find((each) => each > selection.active.line) ?? lines[0];
    if (line === undefined) return;
    const place = new vscode.Position(line, 0);
    editor.selection = new vscode.Selection(place, place);
    editor.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  dispose(): void {
    for (const each of this.#disposables) each.dispose();
    this.#changed.dispose();
    this.#beforeChanged.dispose();
  }

  #pathOf(given: unknown): string | undefined {
    if (typeof given === 'string') return given;
    if (given instanceof vscode.Uri) return given.fsPath;
    return vscode.window.activeTextEditor?.document.uri.fsPath;
  }

  #lineOf(line: unknown): number {
    return typeof line === 'number' ? line : (vscode.window.activeTextEditor?.selection.active.line ?? 0);
  }

  #refresh(): void {
    this.#changed.fire();
    const { paths } = this.#review;
    for (const document of vscode.workspace.textDocuments)
      if (document.uri.scheme === scheme) this.#beforeChanged.fire(document.uri);
    const active = vscode.window.activeTextEditor?.document.uri;
    const isChanged = active !== undefined && this.#review.has(active.fsPath);
    void vscode.commands.executeCommand('setContext', 'acp.hasChanges', paths.length > 0);
    void vscode.commands.executeCommand('setContext', 'acp.fileHasChanges', isChanged);
    for (const editor of vscode.window.visibleTextEditors) this.#decorate(editor);
  }

  #decorate(editor: vscode.TextEditor): void {
    const { document } = editor;
    if (document.uri.scheme !== 'file' || openDocument(document.uri.fsPath) === undefined) return;
    const hunks = this.#review.hunks(document.uri.fsPath, document.getText());
    const hoverMessage = ({ oldLines }: Hunk): vscode.MarkdownString | undefined =>
      oldLines.length === 0
        ? undefined
        : new vscode.MarkdownString('Before the agent:').appendCodeblock(oldLines.join(''), document.languageId);
    const optionsOf = (hunk: Hunk): vscode.DecorationOptions => {
      const start = lineOf(hunk, document);
      const end = Math.max(start, Math.min(hunk.newStart + hunk.newLines.length, document.lineCount) - 1);
      const hover = hoverMessage(hunk);
      return { range: new vscode.Range(start, 0, end, 0), ...(hover === undefined ? {} : { hoverMessage: hover }) };
    };
    editor.setDecorations(added, hunks.filter(({ newLines }) => newLines.length > 0).map(optionsOf));
    editor.setDecorations(removed, hunks.filter(({ newLines }) => newLines.length === 0).map(optionsOf));
  }
}
