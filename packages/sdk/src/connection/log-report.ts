/**
 * Tells a program without `onReport` what must not be lost: errors of its handlers, always; and its own mistakes, each
 * in one line, unless it runs in production (`NODE_ENV=production`).
 */
import { Mistake, placeOf } from './mistake.ts';
import type { ConnectionReport } from './report.ts';

/** A permission handler chose an option that was not offered. */
interface OptionNotOffered {
  readonly kind: 'option-not-offered';
  readonly optionId: string;
  readonly offered: readonly string[];
}

/** Logs what a program must not miss. */
export function logReport(report: ConnectionReport | OptionNotOffered | { readonly kind: string }): void {
  if (isOptionNotOffered(report)) {
    const { optionId, offered } = report;
    logMistake(
      `The permission handler answered ${JSON.stringify(optionId)}, which was not offered (${offered.join(', ')}); it counts as no.`,
    );
    return;
  }
  if (report.kind !== 'handler-failed') return;
  const { method, error } = report as Extract<ConnectionReport, { readonly kind: 'handler-failed' }>;
  if (error instanceof Mistake) {
    const place = placeOf(error);
    logMistake(place === undefined ? error.message : `${error.message} (${place})`);
    return;
  }
  // oxlint-disable-next-line no-console -- there is no other place to report it.
  console.error(`The handler of ${method} failed; pass onReport to receive this error instead.`, error);
}

const isOptionNotOffered = (report: { readonly kind: string }): report is OptionNotOffered =>
  report.kind === 'option-not-offered';

function logMistake(words: string): void {
  const { process } = globalThis as { process?: { readonly env?: Readonly<Record<string, string | undefined>> } };
  if (process?.env?.['NODE_ENV'] === 'production') return;
  // oxlint-disable-next-line no-console -- there is no other place to report it.
  console.error(`acp-stack: ${words.replaceAll(/\s+/gu, ' ')}`);
}
