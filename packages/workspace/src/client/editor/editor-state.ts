/**
 * What an editor tells agents about its documents, for the handlers of `client()` (draft).
 *
 * Only documents that are files are told, by an address with an absolute path (EDIT-02, EDIT-05).
 */
import { extname, basename } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { WorkspaceDocument } from '@acp-stack/schema/v2/unstable';

import { isAbsolutePath } from '../../paths/path-rules.ts';

/** A document of an editor. */
export interface EditorDocument {
  /** Absolute; documents without a file have another name here, and are not told. */
  readonly path: string;
  /** The editor's name for the language; guessed from the name of the file when absent. */
  readonly languageId?: string;
}

/** What is selected in the document that has the focus. */
export interface EditorSelection {
  /** The selected characters. */
  readonly text: string;
  /** Counted from 1. */
  readonly startLine?: number;
  /** The last line with something selected, counted from 1. */
  readonly endLine?: number;
}

/** What an editor knows of its documents. */
export interface EditorState {
  /** The documents that are open. */
  open(): readonly EditorDocument[];
  /** The documents that were opened lately, newest first. */
  recent(): readonly EditorDocument[];
  /** The document that has the focus. */
  active(): EditorDocument | undefined;
  /** What is selected there; agents are not told of it by these handlers. */
  selection?(): EditorSelection | undefined;
}

/** Several editors as one: the focus is that of the first that has one, and everything else is counted once. */
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
  /** For `onRecentDocuments()`; the newest first, and no more than `limit`. */
  readonly recentDocuments: (context: { readonly limit: number | undefined }) => readonly WorkspaceDocument[];
  /** For `onActiveDocument()`; undefined when no file has the focus. */
  readonly activeDocument: () => WorkspaceDocument | undefined;
}

/** Answers agents from what the editor knows; documents that are not files are left out. */
export function editorHandlers(state: EditorState): EditorHandlers {
  return {
    openDocuments: () => state.open().flatMap(told),
    // What is not told does not count.
    recentDocuments: ({ limit }) => state.recent().flatMap(told).slice(0, limit),
    activeDocument: () => [state.active() ?? []].flat().flatMap(told)[0],
  };
}

const once = (documents: readonly EditorDocument[]): readonly EditorDocument[] => [
  ...new Map(documents.map((document) => [document.path, document])).values(),
];

/** What is told of a document: nothing, or where it is. */
function told({ path, languageId }: EditorDocument): WorkspaceDocument[] {
  if (!isAbsolutePath(path)) return [];
  const uri = pathToFileURL(path).href;
  // The address of a shared folder of Windows names a host, which is not allowed.
  if (!uri.startsWith('file:///')) return [];
  return [{ uri, languageId: languageId ?? guessLanguage(path) }];
}

/** The names that editors give to languages, by the endings of files. */
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

const namedFiles: Readonly<Record<string, string>> = { dockerfile: 'dockerfile', makefile: 'makefile' };

function guessLanguage(path: string): string {
  return languages[extname(path).toLowerCase()] ?? namedFiles[basename(path).toLowerCase()] ?? 'plaintext';
}
