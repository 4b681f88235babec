/** The context of a request: exactly what the agent requested, within its limits (NES-03). */
import type {
  NesContextCapabilities,
  NesDiagnostic,
  NesRelatedSnippet,
  NesSuggestContext,
} from '@acp-stack/schema/v2/unstable';

import type { EditHistory } from '../text/edit-history.ts';
import type { EditorDocuments } from './editor-documents.ts';
import type { UserActions } from './user-actions.ts';

/** The sources of the context. */
export interface ContextSources {
  readonly documents: EditorDocuments;
  readonly history: EditHistory;
  readonly actions: UserActions;
  readonly diagnostics: (current: string) => readonly NesDiagnostic[];
  readonly relatedSnippets: () => readonly NesRelatedSnippet[] | Promise<readonly NesRelatedSnippet[]>;
}

/** The number of items that are sent if the agent sets no limit. */
const unlimited = { recentFiles: 10, editHistory: 10, userActions: 32 };

/** Returns the context of a request about the document `current`; undefined if the agent requested none. */
export async function collectContext(
  wanted: NesContextCapabilities | null | undefined,
  current: string,
  sources: ContextSources,
): Promise<NesSuggestContext | undefined> {
  if (!wanted) return undefined;
  const { documents, history, actions, diagnostics, relatedSnippets } = sources;
  const { recentFiles, editHistory, userActions } = wanted;
  const context: NesSuggestContext = {
    ...(recentFiles ? { recentFiles: documents.recent(current, recentFiles.maxCount ?? unlimited.recentFiles) } : {}),
    ...(wanted.relatedSnippets ? { relatedSnippets: await relatedSnippets() } : {}),
    ...(editHistory ? { editHistory: history.entries(editHistory.maxCount ?? unlimited.editHistory) } : {}),
    ...(userActions ? { userActions: actions.latest(userActions.maxCount ?? unlimited.userActions) } : {}),
    ...(wanted.openFiles ? { openFiles: documents.openFiles() } : {}),
    ...(wanted.diagnostics ? { diagnostics: diagnostics(current) } : {}),
  };
  return Object.keys(context).length === 0 ? undefined : context;
}
