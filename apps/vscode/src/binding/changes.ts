/**
 * Shows what agents have changed: marks and buttons in the file, both sides in a diff, and the list of files.
 *
 * What is accepted and what is taken back is decided by `ChangeReview`.
 */
import { basename, dirname } from 'node:path';

import * as vscode from 'vscode';

import type { ChangeReview } from '../review/change-review.ts';
import type { Hunk } from '../review/hunks.ts';
import { isBeingWritten, isOnDisk, pathOf, uriOf } from './files.ts';

/** The scheme of the documents with the text before the changes. */
const scheme = 'acp-before';

const beforeUri = (path: string): vscode.Uri => vscode.Uri.file(path).with({ scheme });

/** The line of a hunk that is marked: for removed lines, the one behind them. */
function lineOf({ newStart }: Hunk, document: vscode.TextDocument): number {
  return Math.min(newStart, document.lineCount - 1);
}

/** A mark beside the line numbers. */
const bar =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#2ea043" d="M10 0h4v16h-4z"/></svg>';

const added = vscode.window.createTextEditorDecorationType({
  isWholeLine: true,
  backgroundColor: new vscode.ThemeColor('diffEditor.insertedLineBackground'),
  // Themes of high contrast have no background for it.
  gutterIconPath: vscode.Uri.parse(`data:image/svg+xml;utf8,${encodeURIComponent(bar)}`),
  gutterIconSize: 'contain',
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
  readonly #tree: vscode.TreeView<string>;
  /** The decision about the latest edit: they are made in the order of the edits. */
  #latest: Promise<void> = Promise.resolve();
  /** The text of each open document under review, as of its last event. */
  readonly #texts = new WeakMap<vscode.TextDocument, string>();

  constructor(review: ChangeReview) {
    this.#review = review;
    const unsubscribe = review.subscribe(() => {
      this.#refresh();
    });
    this.#tree = vscode.window.createTreeView('acp.changes', { treeDataProvider: this });
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    this.#disposables = [
      { dispose: unsubscribe },
      this.#tree,
      watcher,
      vscode.languages.registerCodeLensProvider({ scheme: 'file' }, this),
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.#refresh();
      }),
      vscode.workspace.onDidChangeTextDocument((event) => {
        this.#edited(event);
      }),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) review.renamed(pathOf(oldUri), pathOf(newUri));
      }),
      // Also files that no document shows.
      ...[watcher.onDidChange, watcher.onDidDelete].map((happened) =>
        happened((uri) => {
          this.#check(pathOf(uri));
        }),
      ),
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

  /** The text before; of a file that is reviewed, the text as it is, so that an open diff shows no difference. */
  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    // The address of a path has another letter for the drive.
    const path = pathOf(uri);
    if (this.#review.has(path)) return this.#review.before(path);
    return (await vscode.workspace.openTextDocument(uriOf(path))).getText();
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const path = pathOf(document.uri);
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
    const uri = uriOf(path);
    const item = new vscode.TreeItem(uri);
    item.label = basename(path);
    item.description = vscode.workspace.asRelativePath(dirname(uri.fsPath));
    item.tooltip = `${path}: changed by an agent`;
    item.command = { command: 'acp.reviewChanges', title: 'Review', arguments: [path] };
    return item;
  }

  /** Shows both sides of a file, that of the active editor by default. */
  async show(given: unknown): Promise<void> {
    const path = this.#pathOf(given);
    if (path === undefined) return;
    const title = `${basename(path)} (before the agent ↔ now)`;
    await vscode.commands.executeCommand('vscode.diff', beforeUri(path), uriOf(path), title);
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

  /** Moves the cursor to the next or previous hunk, behind the last one to the first. */
  goTo(which: 'next' | 'previous'): void {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) return;
    const { document, selection } = editor;
    const lines = this.#review.hunks(pathOf(document.uri), document.getText()).map((hunk) => lineOf(hunk, document));
    const from = selection.active.line;
    const line =
      which === 'next'
        ? (lines.find((each) => each > from) ?? lines[0])
        : (lines.findLast((each) => each < from) ?? lines.at(-1));
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

  /** A document has another text: the user, an agent, or a program that has written the file. */
  #edited({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    const path = document.uri.scheme === 'file' ? pathOf(document.uri) : undefined;
    if (path === undefined || contentChanges.length === 0 || !this.#review.has(path)) return;
    const was = this.#texts.get(document);
    const now = document.getText();
    this.#texts.set(document, now);
    if (was === undefined || isBeingWritten(path)) {
      this.#check(path);
      return;
    }
    // The first edit after saving comes before the document is said to have unsaved changes.
    const isSurely = document.isDirty || reason !== undefined;
    this.#latest = this.#latest.then(async () => {
      if (isSurely || !(await isOnDisk(document, now))) this.#review.edited(path, was, now);
      else this.#check(path);
    });
  }

  #check(path: string): void {
    // A file that is now binary stays under review until the user decides.
    this.#review.refresh(path).catch(() => undefined);
  }

  #pathOf(given: unknown): string | undefined {
    if (typeof given === 'string') return given;
    const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
    return uri === undefined ? undefined : pathOf(uri);
  }

  #lineOf(line: unknown): number {
    return typeof line === 'number' ? line : (vscode.window.activeTextEditor?.selection.active.line ?? 0);
  }

  #refresh(): void {
    this.#changed.fire();
    const { paths } = this.#review;
    for (const document of vscode.workspace.textDocuments) {
      if (document.uri.scheme === scheme) this.#beforeChanged.fire(document.uri);
      if (document.uri.scheme === 'file') this.#texts.set(document, document.getText());
    }
    const tooltip = `${paths.length} ${paths.length === 1 ? 'file has' : 'files have'} changes by agents to review`;
    this.#tree.badge = paths.length === 0 ? undefined : { value: paths.length, tooltip };
    const active = vscode.window.activeTextEditor?.document.uri;
    const isChanged = active !== undefined && this.#review.has(pathOf(active));
    void vscode.commands.executeCommand('setContext', 'acp.hasChanges', paths.length > 0);
    void vscode.commands.executeCommand('setContext', 'acp.fileHasChanges', isChanged);
    for (const editor of vscode.window.visibleTextEditors) this.#decorate(editor);
  }

  #decorate(editor: vscode.TextEditor): void {
    const { document } = editor;
    if (document.uri.scheme !== 'file') return;
    const hunks = this.#review.hunks(pathOf(document.uri), document.getText());
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
