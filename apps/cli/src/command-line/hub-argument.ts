/** The address after `--hub`, which may be left out. */

/** Keeps `--hub` from taking a word for its address that is none, such as the prompt in `--hub "fix it"`. */
export function withoutHubPrompt(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return args.map((arg, index) => {
    if (arg !== '--hub' || (end !== -1 && index > end)) return arg;
    const next = args[index + 1] ?? '-';
    return next.startsWith('-') || /^(?:wss?|https?):/u.test(next) ? arg : '--hub=';
  });
}
