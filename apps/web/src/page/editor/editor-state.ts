/** The state of CodeMirror for a file: keys, colours, and what editors have. */
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, Prec, type Extension, type StateEffect } from '@codemirror/state';
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';

import { nameOf } from '../paths/file-path.ts';
import { ghostText } from './ghost-text.ts';
import { languageOf } from './languages.ts';

/** What the keys of the pane do; each returns whether it did something. */
export interface EditorCommands {
  readonly take: () => boolean;
  readonly dismiss: () => boolean;
  readonly next: () => boolean;
  readonly ask: () => boolean;
  readonly save: () => boolean;
  /** Another key than Tab was pressed. */
  readonly forget: () => void;
}

export interface StateOptions {
  readonly path: string;
  readonly text: string;
  /** The nonce of the page, which its style elements need. */
  readonly nonce: string;
  readonly canWrite: boolean;
  readonly commands: EditorCommands;
}

const language = new Compartment();

/** Makes the state; the grammar comes later, see `languageEffect`. */
export function createState({ path, text, nonce, canWrite, commands }: StateOptions): EditorState {
  const { take, dismiss, next, ask, save, forget } = commands;
  const name = nameOf(path);
  return EditorState.create({
    doc: text,
    extensions: [
      EditorView.cspNonce.of(nonce),
      Prec.highest(
        keymap.of([
          { key: 'Tab', run: take },
          { key: 'Escape', run: dismiss },
          { key: 'Alt-]', run: next },
          { key: 'Alt-\\', run: ask },
          { key: 'Mod-s', run: save, preventDefault: true },
        ]),
      ),
      EditorView.domEventHandlers({
        keydown: ({ key }) => {
          if (key !== 'Tab') forget();
        },
      }),
      lineNumbers(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      history(),
      drawSelection(),
      dropCursor(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      EditorState.readOnly.of(!canWrite),
      EditorView.perLineTextDirection.of(true),
      EditorView.contentAttributes.of({ 'aria-label': `Text of ${name}`, spellcheck: 'false' }),
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
      language.of([]),
      syntaxHighlighting(colours),
      ghostText,
      theme,
    ],
  });
}

/** Loads the grammar of a file; undefined if it has none. */
export async function languageEffect(path: string): Promise<StateEffect<unknown> | undefined> {
  const support = await languageOf(path).load?.();
  return support === undefined ? undefined : language.reconfigure(support);
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.tagName], color: 'var(--acp-code-keyword)' },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: 'var(--acp-code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--acp-code-number)' },
  { tag: [tags.comment, tags.meta], color: 'var(--acp-code-comment)' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.heading, tags.attributeName],
    color: 'var(--acp-code-title)',
  },
  { tag: [tags.typeName, tags.className, tags.namespace], color: 'var(--acp-code-type)' },
  { tag: tags.link, color: 'var(--acp-accent)', textDecoration: 'underline' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
]);

const theme: Extension = EditorView.theme({
  '&': { height: '100%', color: 'var(--acp-text)', backgroundColor: 'var(--acp-page)', fontSize: 'var(--text-sm)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--acp-text)', paddingBlock: '0.5rem' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--acp-text)' },
  '.cm-gutters': {
    color: 'var(--acp-muted)',
    backgroundColor: 'var(--acp-page)',
    borderInlineEnd: '1px solid var(--acp-line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--acp-panel)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--acp-accent-soft)',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--acp-hover)', outline: '1px solid var(--acp-line)' },
  '.cm-ghost': { color: 'var(--acp-muted)', fontStyle: 'italic', whiteSpace: 'pre' },
  '.cm-ghost-block': { paddingInlineStart: '6px' },
  '.cm-ghost-removed': { textDecoration: 'line-through', backgroundColor: 'var(--acp-removed)' },
  '.cm-ghost-hint': {
    marginInlineStart: '1.5rem',
    padding: '0 0.35rem',
    border: '1px solid var(--acp-line)',
    borderRadius: 'var(--radius-sm)',
    backgroundColor: 'var(--acp-raised)',
    color: 'var(--acp-muted)',
    fontFamily: 'var(--font-sans)',
    fontSize: 'var(--text-xs)',
  },
});
