/** Draws next edits into VS Code, tells it what the user does, and takes them by its keys. */
import type { TextPosition } from '@acp-stack/nes';
import type { Channel } from '@acp-stack/rpc';
import * as vscode from 'vscode';

import { NextEdits, type ActiveFile, type EditedFile } from '../edits/next-edits.ts';

const removedText = vscode.window.createTextEditorDecorationType({
  backgroundColor: new vscode.ThemeColor('diffEditor.removedTextBackground'),
  textDecoration: 'line-through',
});
const addedText = vscode.window.createTextEditorDecorationType({});
const hintText = vscode.window.createTextEditorDecorationType({});

const toPosition = ({ line, column }: TextPosition): vscode.Position => new vscode.Position(line, column);
const fromPosition = ({ line, character }: vscode.Position): TextPosition => ({ line, column: character });

/** Only files of the disk: what is in an output or a diff is not edited. */
const isFile = ({ uri }: vscode.TextDocument): boolean => uri.scheme === 'file';

const toFile = (document: vscode.TextDocument): EditedFile => ({
  uri: document.uri.toString(),
  languageId: document.languageId,
  text: document.getText(),
});

export interface SuggestionsOptions {
  readonly version: string;
  readonly connect: (which: 'default' | 'own') => Promise<Channel>;
  readonly isWanted: () => boolean;
  readonly log: (line: string) => void;
}

export class Suggestions implements vscode.InlineCompletionItemProvider, vscode.Disposable {
  readonly edits: NextEdits;
  readonly #isWanted: () => boolean;
  readonly #disposables: vscode.Disposable[];
  readonly #status = vscode.window.createStatusBarItem('acp.nextEdit', vscode.StatusBarAlignment.Right, 100);

  constructor({ version, connect, isWanted, log }: SuggestionsOptions) {
    this.#isWanted = isWanted;
    this.#status.name = 'Next edit';
    this.#status.command = 'acp.acceptNextEdit';
    this.edits = new NextEdits({
      version,
      files: () => vscode.workspace.textDocuments.filter(isFile).map(toFile),
      active: activeFile,
      folders: () => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
      apply: async (uri, replacements) => {
        const edit = new vscode.WorkspaceEdit();
        for (const { span, text } of replacements)
          edit.replace(vscode.Uri.parse(uri), new vscode.Range(toPosition(span.start), toPosition(span.end)), text);
        return vscode.workspace.applyEdit(edit);
      },
      show: async (uri, position) => {
        const editor = await vscode.window.showTextDocument(vscode.Uri.parse(uri));
        const place = toPosition(position);
        editor.selection = new vscode.Selection(place, place);
        editor.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      },
      connect,
      onChange: () => {
        this.#draw();
      },
      log,
    });
    this.#disposables = [
      this.#status,
      vscode.languages.registerInlineCompletionItemProvider({ scheme: 'file' }, this),
      ...this.#follow(),
    ];
    void this.#begin();
  }

  provideInlineCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): vscode.InlineCompletionItem[] {
    const active = activeFile();
    const { inline } = this.edits;
    if (inline === undefined || active?.uri !== document.uri.toString()) return [];
    return [new vscode.InlineCompletionItem(inline, new vscode.Range(position, position))];
  }

  /** Starts or ends suggestions as the settings say. */
  async refresh(): Promise<void> {
    await this.edits.stop();
    await this.#begin();
  }

  dispose(): void {
    for (const each of this.#disposables) each.dispose();
    void this.edits.stop();
  }

  async #begin(): Promise<void> {
    if (!this.#isWanted() || vscode.window.activeTextEditor === undefined) return;
    if (await this.edits.start()) this.#focus(vscode.window.activeTextEditor);
  }

  #focus(editor: vscode.TextEditor | undefined): void {
    const active = activeFile();
    if (editor === undefined || active === undefined) return;
    const [visible = new vscode.Range(0, 0, 0, 0)] = editor.visibleRanges;
    this.edits.focused(active, { start: fromPosition(visible.start), end: fromPosition(visible.end) });
  }

  #follow(): vscode.Disposable[] {
    const { workspace, window } = vscode;
    return [
      workspace.onDidOpenTextDocument((document) => {
        if (isFile(document)) this.edits.opened(toFile(document));
      }),
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.edits.closed(uri.toString());
      }),
      workspace.onDidSaveTextDocument(({ uri }) => {
        this.edits.saved(uri.toString());
      }),
      workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
        if (!isFile(document) || contentChanges.length === 0) return;
        const isUndo = reason === vscode.TextDocumentChangeReason.Undo;
        const isRedo = reason === vscode.TextDocumentChangeReason.Redo;
        this.edits.changed(toFile(document), isUndo ? 'undo' : isRedo ? 'redo' : 'typing');
        this.#draw();
      }),
      window.onDidChangeActiveTextEditor((editor) => {
        if (editor !== undefined && isFile(editor.document)) void this.#begin();
        this.#draw();
      }),
      window.onDidChangeTextEditorSelection(({ textEditor, selections, kind }) => {
        const [selection] = selections;
        // Typing moves the cursor too, which the change has told.
        if (kind === undefined || selection === undefined || !isFile(textEditor.document)) return;
        const span = { start: fromPosition(selection.start), end: fromPosition(selection.end) };
        const uri = textEditor.document.uri.toString();
        this.edits.moved(uri, fromPosition(selection.active), selection.isEmpty ? undefined : span);
      }),
    ];
  }

  /** Draws what is suggested; where the editor shows it itself, only tells it to. */
  #draw(): void {
    const editor = vscode.window.activeTextEditor;
    const { shown, inline, hint } = this.edits;
    const isDrawn = shown !== undefined && inline === undefined && editor !== undefined;
    void vscode.commands.executeCommand('setContext', 'acp.hasNextEdit', isDrawn);
    if (inline !== undefined) void vscode.commands.executeCommand('editor.action.inlineSuggest.trigger');
    if (hint === undefined) this.#status.hide();
    else {
      this.#status.text = `$(sparkle) ${hint}`;
      this.#status.accessibilityInformation = { label: `Next edit: ${hint}, Escape dismisses it.` };
      this.#status.show();
    }
    for (const each of vscode.window.visibleTextEditors) {
      const drawn = each === editor && isDrawn ? shown.drawn : [];
      const rangeOf = ({ span }: (typeof drawn)[number]): vscode.Range =>
        new vscode.Range(toPosition(span.start), toPosition(span.end));
      each.setDecorations(removedText, drawn.filter(({ span }) => !isEmptySpan(span)).map(rangeOf));
      each.setDecorations(
        addedText,
        drawn
          .filter(({ text }) => text !== '')
          .map((edit) => ({
            range: new vscode.Range(rangeOf(edit).end, rangeOf(edit).end),
            ...ghost(inOneLine(edit.text)),
          })),
      );
      const cursor = each.selection.active.line;
      const isElsewhere = isDrawn && (shown.target === undefined || shown.target.line !== cursor || drawn.length === 0);
      const lineEnd = each.document.lineAt(Math.min(cursor, each.document.lineCount - 1)).range.end;
      const hints = each === editor && isElsewhere && hint !== undefined ? [hint] : [];
      each.setDecorations(
        hintText,
        hints.map((text) => ({ range: new vscode.Range(lineEnd, lineEnd), ...ghost(`   ${text}`) })),
      );
    }
  }
}

const isEmptySpan = ({ start, end }: { readonly start: TextPosition; readonly end: TextPosition }): boolean =>
  start.line === end.line && start.column === end.column;

/** New text that is not in the document. */
const ghost = (contentText: string): Pick<vscode.DecorationOptions, 'renderOptions'> => ({
  renderOptions: {
    after: {
      contentText,
      color: new vscode.ThemeColor('editorGhostText.foreground'),
      fontStyle: 'italic',
    },
  },
});

/** A decoration has one line: of more, the first is shown. */
const inOneLine = (text: string): string => {
  const [first = '', ...others] = text.replace(/^\r?\n/u, '↵ ').split(/\r?\n/u);
  return others.some((line) => line !== '') ? `${first} …` : first;
};

function activeFile(): ActiveFile | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !isFile(editor.document)) return undefined;
  return { ...toFile(editor.document), cursor: fromPosition(editor.selection.active) };
}
