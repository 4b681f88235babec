/**
 * What a model is told besides the document and its edits: related code, problems, files that are open or were used
 * recently, and what the user did last.
 *
 * Each part is a text under a name, like a file. Files that may contain secrets are left out.
 */
import type { EngineRequest } from '../suggestions/nes-engine.ts';

/** A part of the background. */
export interface BackgroundPart {
  /** The name of a file, or of what is listed. */
  readonly path: string;
  readonly text: string;
}

interface Options {
  readonly isSecret: (uri: string) => boolean;
  readonly nameOf: (uri: string) => string;
}

/** Code units of one file. */
const longestFile = 2000;
const maxLines = 20;

/** The parts, the most useful first. */
export function backgroundOf(request: EngineRequest, { isSecret, nameOf }: Options): readonly BackgroundPart[] {
  const { context, document, diagnostics } = request;
  const isShown = ({ uri }: { readonly uri: string }): boolean => !isSecret(uri);
  const isOther = ({ uri }: { readonly uri: string }): boolean => uri !== document.uri && !isSecret(uri);
  const list = (path: string, lines: readonly string[]): readonly BackgroundPart[] =>
    lines.length === 0 ? [] : [{ path, text: lines.slice(0, maxLines).join('\n') }];
  return [
    ...list(
      'diagnostics',
      diagnostics.filter(isShown).map(({ uri, span, message }) => {
        const [first = ''] = message.split('\n');
        return `${nameOf(uri)}:${span.start.line + 1}: ${first}`;
      }),
    ),
    ...(context.relatedSnippets ?? []).filter(isShown).map(({ uri, excerpts }) => ({
      path: nameOf(uri),
      text: excerpts
        .map(({ text }) => text)
        .join('\n…\n')
        .slice(0, longestFile),
    })),
    ...(context.recentFiles ?? [])
      .filter(isOther)
      .map(({ uri, text }) => ({ path: nameOf(uri), text: text.slice(0, longestFile) })),
    ...list(
      'user_actions',
      (context.userActions ?? [])
        .filter(isShown)
        .slice(-maxLines)
        .map(({ action, uri, position }) => `${action} ${nameOf(uri)}:${position.line + 1}`),
    ),
    ...list(
      'open_files',
      (context.openFiles ?? []).filter(isOther).map(({ uri }) => nameOf(uri)),
    ),
  ];
}
