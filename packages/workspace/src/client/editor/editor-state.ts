/**
 * What an editor tells agents about its documents, for the handlers of `client()` (draft).
 *
 * Only documents that are files are listed, as `file:` URIs with an absolute path (EDIT-02, EDIT-05).
 */
import { extname, basename } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { WorkspaceDocument } from '@acp-stack/schema/v2/unstable';

import { isAbsolutePath } from '../../paths/path-rules.ts';

/** A document of an editor. */
export interface EditorDocument {
  /** An absolute path; documents without one, which are not files, are not listed. */
  readonly path: string;
  /** The language id of the editor; derived from the file name by default. */
  readonly languageId?: string;
}

/** The selection in the active document. */
export interface EditorSelection {
  /** The selected text. */
  readonly text: string;
  /** Counted from 1. */
  readonly startLine?: number;
  /** The last selected line, counted from 1. */
  readonly endLine?: number;
}

/** The documents of an editor. */
export interface EditorState {
  /** The open documents. */
  open(): readonly EditorDocument[];
  /** The recently opened documents, newest first. */
  recent(): readonly EditorDocument[];
  /** The active document. */
  active(): EditorDocument | undefined;
  /** The selection in it; the handlers here do not send it to agents. */
  selection?(): EditorSelection | undefined;
}

/**
 * Combines several editors: the active document is that of the first editor that has one, and duplicates are removed.
 */
export function joinEditorStates(...states: readonly EditorState[]): EditorState {
  return {
    open: () => once(states.flatMap((state) => state.open())),
    recent: () => once(states.flatMap((state) => state.recent())),
    active: () => states.map((state) => state.active()).find((document) => document !== undefined),
    selection: () => states.find((state) => state.active() !== undefined)?.selection?.(),
  };
}

/** For `client().onOpenDocuments()`, `onRecentDocuments()` and `onActiveDocument()`. */
export interface EditorHandlers {
  /** For `onOpenDocuments()`. */
  readonly openDocuments: () => readonly WorkspaceDocument[];
  /** For `onRecentDocuments()`; newest first, at most `limit`. */
  readonly recentDocuments: (context: { readonly limit: number | undefined }) => readonly WorkspaceDocument[];
  /** For `onActiveDocument()`; undefined if no file is active. */
  readonly activeDocument: () => WorkspaceDocument | undefined;
}

/** Returns handlers that answer from the state of an editor; documents that are not files are left out. */
export function editorHandlers(state: EditorState): EditorHandlers {
  return {
    openDocuments: () => state.open().flatMap(toWireDocument),
    // Documents that are not listed do not count against the limit.
    recentDocuments: ({ limit }) => state.recent().flatMap(toWireDocument).slice(0, limit),
    activeDocument: () => [state.active() ?? []].flat().flatMap(toWireDocument)[0],
  };
}

const once = (documents: readonly EditorDocument[]): readonly EditorDocument[] => [
  ...new Map(documents.map((document) => [document.path, document])).values(),
];

/** The document as it is sent to agents; empty if it is not a file. */
function toWireDocument({ path, languageId }: EditorDocument): WorkspaceDocument[] {
  if (!isAbsolutePath(path)) return [];
  const uri = pathToFileURL(path).href;
  // The URI of a Windows network share has a host, which is not allowed.
  if (!uri.startsWith('file:///')) return [];
  return [{ uri, languageId: languageId ?? guessLanguage(path) }];
}

/** Language ids by file extension. */
const languages: Readonly<Record<string, string>> = {
  '.c': 'c',
  '.h': 'c',
  '.cc': 'cpp',
  '.cpp': 'cpp',
  '.hpp': 'cpp',
  '.cs': 'csharp',
  '.css': 'css',
  '.dart': 'dart',
  '.ex': 'elixir',
  '.exs': 'elixir',
  '.go': 'go',
  '.graphql': 'graphql',
  '.hs': 'haskell',
  '.html': 'html',
  '.java': 'java',
  '.js': 'javascript',
  '.cjs': 'javascript',
  '.mjs': 'javascript',
  '.jsx': 'javascriptreact',
  '.json': 'json',
  '.jsonc': 'jsonc',
  '.kt': 'kotlin',
  '.less': 'less',
  '.lua': 'lua',
  '.md': 'markdown',
  '.php': 'php',
  '.pl': 'perl',
  '.ps1': 'powershell',
  '.proto': 'proto3',
  '.py': 'python',
  '.r': 'r',
  '.rb': 'ruby',
  '.rs': 'rust',
  '.scala': 'scala',
  '.scss': 'scss',
  '.sh': 'shellscript',
  '.bash': 'shellscript',
  '.zsh': 'shellscript',
  '.sql': 'sql',
  '.svelte': 'svelte',
  '.swift': 'swift',
  '.toml': 'toml',
  '.ts': 'typescript',
  '.cts': 'typescript',
  '.mts': 'typescript',
  '.tsx': 'typescriptreact',
  '.vue': 'vue',
  '.xml': 'xml',
  '.yaml': 'yaml',
  '.yml': 'yaml',
};

const namedFiles: ReadonlySet<string> = new Set(['dockerfile', 'makefile']);

function guessLanguage(path: string): string {
  const name = basename(path).toLowerCase();
  return languages[extname(path).toLowerCase()] ?? (namedFiles.has(name) ? name : 'plaintext');
}
