/** Says what the keys do with a suggestion. */
import type { ShownSuggestion, SuggestionChoice, TextPosition } from '@acp-stack/nes';

interface HintFacts {
  readonly isVisible: (position: TextPosition) => boolean;
  /** The line in which the user has made the same change, counted from 1. */
  readonly sameChange: number | undefined;
}

/** Describes what Tab and Esc do, and why. */
export function suggestionHint(
  { target, elsewhere, words, kind }: ShownSuggestion,
  { number, of }: SuggestionChoice['place'],
  { isVisible, sameChange }: HintFacts,
): string {
  const reason = sameChange === undefined ? '' : ` as in line ${sameChange}`;
  const others = of > 1 ? `, Ctrl+N ${number} of ${of}` : '';
  const reject = of > 1 ? 'Esc rejects all' : 'Esc rejects it';
  if (target === undefined) return `${elsewhere === undefined ? '' : 'Tab '}${words}${others}, ${reject}`;
  const isHidden = kind === 'edit' && !isVisible(target);
  return `Tab ${isHidden ? `shows an edit in line ${target.line + 1}` : words}${reason}${others}, ${reject}`;
}
