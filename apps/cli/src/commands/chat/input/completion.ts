/**
 * Completions for the typed text: slash commands at its beginning, files after an `@`.
 *
 * Searching files is asynchronous; results for an older text are never shown for a newer one.
 */

export interface Suggestion {
  /** The text to insert. */
  readonly insert: string;
  readonly label: string;
  readonly description: string;
  /** Whether it is a complete message. */
  readonly isWhole: boolean;
}

export interface CompletionSources {
  /** The slash commands, with their slashes, that may match. */
  readonly commands: (typed: string) => readonly Suggestion[];
  /** The files whose path matches, best first. */
  readonly files: (pattern: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;
}

export interface Completion {
  /** The number of characters before the cursor to replace. */
  readonly length: number;
  readonly suggestions: readonly Suggestion[];
  readonly selected: number;
  /** Whether there are more than these. */
  readonly isCut?: boolean;
}

const maxSuggestions = 50;

export class Completer {
  readonly #sources: CompletionSources;
  readonly #onChange: () => void;
  #completion: Completion | undefined;
  #search: AbortController | undefined;

  constructor(sources: CompletionSources, onChange: () => void) {
    this.#sources = sources;
    this.#onChange = onChange;
  }

  get current(): Completion | undefined {
    return this.#completion;
  }

  /** Updates the completion for the text before the cursor. */
  update(before: string): void {
    this.#search?.abort();
    const { command, mention } = completableIn(before);
    if (command !== undefined) return this.#show(command.length, matching(this.#sources.commands(command), command));
    return mention === undefined ? this.close() : this.#findFiles(mention);
  }

  close(): void {
    this.#search?.abort();
    this.#completion = undefined;
  }

  move(step: -1 | 1): void {
    if (this.#completion === undefined) return;
    const { suggestions, selected } = this.#completion;
    this.#completion = {
      ...this.#completion,
      selected: (selected + step + suggestions.length) % suggestions.length,
    };
  }

  /** Returns the selected suggestion and closes the list. */
  take(): { readonly length: number; readonly chosen: Suggestion } | undefined {
    const { length, suggestions, selected } = this.#completion ?? { length: 0, suggestions: [], selected: 0 };
    const chosen = suggestions[selected];
    this.close();
    return chosen === undefined ? undefined : { length, chosen };
  }

  #show(length: number, suggestions: readonly Suggestion[]): void {
    // A search returns at most as many as are listed, so there may be more.
    const isCut = suggestions.length >= maxSuggestions;
    this.#completion =
      suggestions.length === 0
        ? undefined
        : { length, suggestions: suggestions.slice(0, maxSuggestions), selected: 0, isCut };
  }

  #findFiles(mention: string): void {
    const search = new AbortController();
    this.#search = search;
    this.#sources.files(patternIn(mention), search.signal).then(
      (suggestions) => {
        if (search.signal.aborted) return;
        this.#show(mention.length, suggestions);
        this.#onChange();
      },
      () => undefined,
    );
  }
}

/** What to complete: a command that is the whole text, or a mention at its end. */
function completableIn(before: string): { readonly command?: string; readonly mention?: string } {
  const [command] = /^\/[^\s]*$/u.exec(before) ?? [];
  if (command !== undefined) return { command };
  const [mention] = /(?<=^|\s)@(?:"[^"\n]*|[^\s@"]*)$/u.exec(before) ?? [];
  return mention === undefined ? {} : { mention };
}

/** What was typed of the path, without the mark and an opening quotation mark. */
const patternIn = (mention: string): string => mention.replace(/^@"?/u, '');

/** All completions of the text before the cursor, as a list. */
export async function completionOf(
  before: string,
  sources: CompletionSources,
  signal: AbortSignal,
): Promise<Omit<Completion, 'selected'>> {
  const { command, mention } = completableIn(before);
  if (command !== undefined)
    return { length: command.length, suggestions: matching(sources.commands(command), command) };
  if (mention === undefined) return { length: 0, suggestions: [] };
  return { length: mention.length, suggestions: await sources.files(patternIn(mention), signal) };
}

/** Commands that begin with the typed text, then those that contain it. */
function matching(commands: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const start = typed.toLowerCase();
  const name = start.replace(/^\/+/u, '');
  const first = commands.filter(({ label }) => label.toLowerCase().startsWith(start));
  const second = commands.filter((each) => !first.includes(each) && each.label.toLowerCase().includes(name));
  return [...first, ...second];
}
