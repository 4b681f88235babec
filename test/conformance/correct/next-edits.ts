/** An engine that finds the next edit of the documents of the suite, and suggests it in every way that there is. */
import { serveNes, type NesEngine, type Suggestion } from '@acp-stack/nes';
import type { Agent } from '@acp-stack/sdk';

const word = 'old';

const engine: NesEngine = {
  open: () => ({
    suggest: ({ document }) => {
      const { uri } = document;
      const places = String(document.text)
        .split('\n')
        .map((text, line) => ({ line, column: text.indexOf(word) }))
        .filter(({ column }) => column !== -1);
      const edits = places.map((start): Suggestion => {
        const end = { ...start, column: start.column + word.length };
        return { kind: 'edit', uri, edits: [{ span: { start, end }, text: 'fresh' }] };
      });
      const others = places.slice(0, 1).flatMap((position): readonly Suggestion[] => [
        { kind: 'jump', uri, position },
        { kind: 'rename', uri, position, newName: 'fresh' },
        { kind: 'searchAndReplace', uri, search: word, replace: 'fresh' },
      ]);
      return [...edits, ...others];
    },
  }),
};

/** Adds suggestions to an agent. */
export const withNextEdits = (app: Agent): Agent => serveNes(app, { engine });
