/** Types of interop-page.mjs for the tests. */

interface Verdict {
  readonly rule: string;
  readonly version: number;
  readonly outcome: string;
  readonly text: string;
  readonly link?: string;
  readonly scenario?: string | undefined;
  readonly found: string;
}

interface Report {
  readonly suite: number;
  readonly side: string;
  readonly versions: readonly number[];
  readonly summary: Readonly<Record<string, number>>;
  readonly verdicts: readonly Verdict[];
}

interface Result {
  readonly name: string;
  readonly program: string;
  readonly version: string;
  readonly date: string;
}

type Rules = Readonly<Record<string, { readonly text: string; readonly link?: string }>>;

export function resultOf(judged: {
  readonly name: string;
  readonly program: string;
  readonly date: string;
  readonly report?: Report;
  readonly why?: string;
}): Result;
export function brokenRules(report: Report): Rules;
export function interopPage(published: { readonly rules: Rules; readonly results: readonly Result[] }): string;
