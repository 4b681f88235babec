/** Says what the keys do with a suggestion. */
import type { ShownSuggestion, SuggestionChoice, TextPosition } from '@acp-stack/nes';

/** Describes what Tab and Esc do. */
export function suggestionHint(
  { target, elsewhere, words, kind }: ShownSuggestion,
  { number, of }: SuggestionChoice['place'],
  isVisible: (position: TextPosition) => boolean,
): string {
  const others = of > 1 ? `, Ctrl+N ${number}/${of}` : '';
  if (target === undefined) return `${elsewhere === undefined ? '' : 'Tab '}${words}, Esc rejects it${others}`;
  const isHidden = kind === 'edit' && !isVisible(target);
  return `Tab ${isHidden ? `shows an edit in line ${target.line + 1}` : words}, Esc rejects it${others}`;
}
