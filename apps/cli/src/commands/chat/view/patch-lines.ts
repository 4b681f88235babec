/** The lines of a patch, safe to print. */
import { patchLines as linesOf, type PatchLine } from '@acp-stack/transcript';

import { escapeControls } from '../../../text/escape-control-characters.ts';

/** The lines of a patch with control characters escaped, and tabs as spaces. */
export const patchLines = (patch: string): readonly PatchLine[] =>
  linesOf(patch).map(({ kind, text }) => ({ kind, text: escapeControls(text.replaceAll('\t', '    ')) }));
