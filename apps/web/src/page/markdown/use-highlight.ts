/** Code in colours as soon as the module that makes them is loaded; until then, and for unknown languages, without. */
import { useEffect, useMemo, useState } from 'react';

import type { CodeLine, highlight } from './highlight.ts';

type Highlighter = { readonly highlight: typeof highlight };

let loaded: Highlighter | undefined;
let loading: Promise<Highlighter> | undefined;

/** Open code gets colours up to this length, because all of it is read for each line. */
const maxOpenLength = 8000;

/** The highlighted lines, from the first; the lines after them have no colours yet. */
export function useHighlight(code: string, language: string, isOpen: boolean): readonly CodeLine[] | undefined {
  const [highlighter, setHighlighter] = useState(loaded);
  const isWanted = language !== '';
  useEffect(() => {
    if (!isWanted || highlighter !== undefined) return undefined;
    let isCurrent = true;
    loading ??= import('./highlight.ts');
    loading.then(
      (module) => {
        loaded = module;
        if (isCurrent) setHighlighter(module);
      },
      () => {
        loading = undefined;
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, highlighter]);
  const settled = isOpen ? settledPart(code) : code;
  return useMemo(() => {
    if (!isWanted || settled === '') return undefined;
    const lines = highlighter?.highlight(settled, language);
    return isOpen ? lines?.slice(0, settled.endsWith('\n') ? -1 : undefined) : lines;
  }, [highlighter, isWanted, settled, language, isOpen]);
}

/** The complete lines of open code, up to a length. */
function settledPart(code: string): string {
  const end = Math.min(code.length, maxOpenLength);
  return code.slice(0, code.lastIndexOf('\n', end - 1) + 1);
}
