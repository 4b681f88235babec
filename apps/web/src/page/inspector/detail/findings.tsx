/** What is wrong or unusual in a message, with the rule of the specification. */
import type { Finding } from '@acp-stack/trace/inspect';
import type { ReactNode } from 'react';

import { classes } from '../../ui/classes.ts';

const looks: Readonly<Record<Finding['severity'], string>> = {
  error: 'border-bad bg-bad-soft',
  warning: 'border-warn bg-warn-soft',
  note: 'border-line bg-panel',
};

const words: Readonly<Record<Finding['severity'], string>> = { error: 'Error', warning: 'Warning', note: 'Note' };

export function Findings({ findings }: { readonly findings: readonly Finding[] }): ReactNode {
  if (findings.length === 0) return undefined;
  return (
    <ul aria-label="Findings" className="flex flex-col gap-2 border-b border-line p-3 text-sm">
      {findings.map((finding) => (
        <li
          key={`${finding.path} ${finding.text}`}
          className={classes('rounded-md border-s-4 px-3 py-2', looks[finding.severity])}
        >
          <p>
            <strong className="font-semibold">{words[finding.severity]}</strong>
            {finding.path === '' ? undefined : <code className="ms-2 font-mono text-xs">{finding.path}</code>}
          </p>
          <p dir="auto">{finding.text}</p>
          <Difference {...finding} />
          <Rule {...finding} />
        </li>
      ))}
    </ul>
  );
}

function Difference({ expected, found }: Finding): ReactNode {
  if (expected === undefined && found === undefined) return undefined;
  return (
    <dl className="mt-1 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 font-mono text-xs">
      {expected === undefined ? undefined : (
        <>
          <dt className="text-muted">expected</dt>
          <dd>{expected}</dd>
        </>
      )}
      {found === undefined ? undefined : (
        <>
          <dt className="text-muted">found</dt>
          <dd className="break-all">{found}</dd>
        </>
      )}
    </dl>
  );
}

function Rule({ rule }: Finding): ReactNode {
  if (rule === undefined) return undefined;
  const place = [rule.definition, rule.field].filter((each) => each !== undefined).join('.');
  return (
    <p className="mt-1 text-xs text-muted">
      Rule: {rule.text} {place === '' ? undefined : <code className="font-mono">{place}</code>}{' '}
      {rule.page === undefined ? undefined : <span>({rule.page})</span>}
    </p>
  );
}
