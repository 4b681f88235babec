/** The plans of the agent, above the input: each can be folded. */
import { useTranscript, type SessionStore } from '@acp-stack/react';
import type { Plan, Transcript } from '@acp-stack/transcript';
import type { PlanEntry } from '@acp-stack/schema/v2/unstable';
import type { ReactNode } from 'react';

import { TextLink } from '../markdown/link.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icons.tsx';
import { FoldLine } from './entries/fold-line.tsx';
import { JsonFold } from './entries/json-fold.tsx';
import { useFold } from './facts/folds.ts';
import { planSummary } from './facts/plan-summary.ts';

const plansOf = ({ plans }: Transcript): Transcript['plans'] => plans;

export function Plans({ session }: { readonly session: SessionStore }): ReactNode {
  const plans = useTranscript(session, plansOf);
  if (plans.size === 0) return undefined;
  return (
    <section aria-label="Plans" className="mx-auto w-full max-w-[46rem] px-4 pb-2">
      <div className="max-h-[40vh] overflow-y-auto rounded-md border border-line bg-raised">
        {plans.toArray().map((plan, index) => (
          <PlanView key={plan.id} session={session} plan={plan} isFirst={index === 0} />
        ))}
      </div>
    </section>
  );
}

interface PlanViewProps {
  readonly session: SessionStore;
  readonly plan: Plan;
  readonly isFirst: boolean;
}

function PlanView({ session, plan: { id, plan }, isFirst }: PlanViewProps): ReactNode {
  const [isOpen, setOpen] = useFold(session, `plan ${id}`, false);
  const frame = isFirst ? 'px-3 py-2' : 'border-t border-line px-3 py-2';
  if (plan.type === 'file') {
    return (
      <div className={classes(frame, 'flex items-center gap-2 text-sm')}>
        <Icon name="plan" className="size-4 text-muted" />
        <span className="text-muted">Plan in</span>
        <span className="min-w-0 truncate">
          <TextLink address={plan.uri}>{plan.uri.split('/').at(-1)}</TextLink>
        </span>
      </div>
    );
  }
  if (plan.type !== 'items' && plan.type !== 'markdown') {
    return (
      <div className={frame}>
        <JsonFold label={`Plan of the kind ${plan.type}`} value={plan} />
      </div>
    );
  }
  const entries = plan.type === 'items' ? plan.entries : [];
  return (
    <div className={frame}>
      <FoldLine
        isOpen={isOpen}
        onToggle={() => {
          setOpen(!isOpen);
        }}
      >
        <Icon name="plan" className="size-4" />
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {plan.type === 'items' ? planSummary(entries) : 'Plan'}
        </span>
      </FoldLine>
      {isOpen && plan.type === 'markdown' ? (
        <div className="mt-2 text-sm">
          <Markdown text={plan.content} />
        </div>
      ) : undefined}
      {isOpen && plan.type === 'items' ? (
        <ol className="mt-2 flex flex-col gap-1 text-sm">
          {entries.map((entry, index) => (
            <Step key={index} entry={entry} />
          ))}
        </ol>
      ) : undefined}
    </div>
  );
}

const steps: Readonly<Record<string, readonly [string, string]>> = {
  completed: ['Done', 'text-muted line-through decoration-line'],
  in_progress: ['In progress', 'text-text font-medium'],
  pending: ['To do', 'text-text'],
};

function Step({ entry: { content, status, priority } }: { readonly entry: PlanEntry }): ReactNode {
  const [words, look] = steps[status] ?? [status, 'text-text'];
  return (
    <li className="flex items-start gap-2">
      <span className="mt-1 inline-flex size-3.5 shrink-0 items-center justify-center">
        {status === 'completed' ? (
          <Icon name="check" className="size-3.5 text-good" />
        ) : (
          <span
            aria-hidden="true"
            className={classes(
              'size-2.5 rounded-full border',
              status === 'in_progress' ? 'border-accent bg-accent' : 'border-muted',
            )}
          />
        )}
        <span className="sr-only">{words}:</span>
      </span>
      <span dir="auto" className={classes('min-w-0 flex-1 break-words', look)}>
        {content}
      </span>
      {priority === 'high' && status !== 'completed' ? <span className="text-xs text-warn">Important</span> : undefined}
    </li>
  );
}
