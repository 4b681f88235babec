/** Steps that report the state of the session: plan, settings, context usage. */
import { validators } from '@acp-stack/schema/v2/unstable';
import type { PlanEntry } from '@acp-stack/sdk';

import { required, type ScriptValue } from './script-value.ts';
import { step } from './step-context.ts';
import type { StepTable } from './step-table.ts';

export const sessionSteps: StepTable = {
  plan: (field) => {
    if (field.value === null) return step(({ turn }) => turn.removePlan());
    const entries = field.list().map(readEntry);
    return step(({ turn }) => turn.plan(entries));
  },
  usage: (field) => {
    const fields = field.object(['used', 'size', 'cost']);
    const used = required(field, fields, 'used').count(0, Number.MAX_SAFE_INTEGER);
    const size = required(field, fields, 'size').count(0, Number.MAX_SAFE_INTEGER);
    const cost = fields.get('cost')?.checked(validators.Cost);
    return step(({ turn }) => turn.session.usage({ used, size, ...(cost === undefined ? {} : { cost }) }));
  },
  tokens: (field) => {
    const usage = field.checked(validators.Usage);
    return step(async ({ turn }) => {
      turn.usage(usage);
    });
  },
  title: (field) => {
    const title = field.value === null ? null : field.words();
    return step(({ turn }) => turn.session.setTitle(title));
  },
  commands: (field) => {
    const commands = readCommands(field);
    return step(async ({ turn }) => {
      turn.session.setCommands(commands);
    });
  },
  config: (field) => {
    const fields = field.object(['id', 'value']);
    const id = required(field, fields, 'id').words();
    const chosen = required(field, fields, 'value');
    const value = typeof chosen.value === 'boolean' ? chosen.value : chosen.words();
    return step(async ({ turn }) => {
      turn.session.setConfigValue(id, value);
    });
  },
  notice: (field) => {
    const fields = field.object(['severity', 'title', 'description']);
    const severity = fields.get('severity')?.oneOf(['info', 'warning', 'error']) ?? 'info';
    const title = required(field, fields, 'title').words();
    const description = fields.get('description')?.words();
    return step(({ turn }) => turn.session.notice(severity, title, description));
  },
  compaction: (field) => {
    const fields = field.object(['summary', 'error']);
    const [summary, error] = [fields.get('summary')?.words(), fields.get('error')?.words()];
    return step(async ({ turn }) => {
      const compaction = turn.compaction();
      if (error !== undefined) return compaction.fail(error);
      if (summary !== undefined) await compaction.append(summary);
      return compaction.complete();
    });
  },
  update: (field) => {
    const update = field.checked(validators.SessionUpdate);
    return step(({ turn }) => turn.update(update));
  },
};

function readEntry(field: ScriptValue): PlanEntry {
  const fields = field.object(['content', 'status', 'priority']);
  return {
    content: required(field, fields, 'content').words(),
    status: fields.get('status')?.oneOf(['pending', 'in_progress', 'completed']) ?? 'pending',
    priority: fields.get('priority')?.oneOf(['high', 'medium', 'low']) ?? 'medium',
  };
}

interface ReadCommand {
  readonly type: 'command';
  readonly name: string;
  readonly description: string;
  readonly input?: { readonly type: 'text'; readonly hint: string };
}

/** Slash commands, each with its input hint. */
export function readCommands(field: ScriptValue): readonly ReadCommand[] {
  return field.list().map((each) => {
    const fields = each.object(['name', 'description', 'hint']);
    const hint = fields.get('hint')?.words();
    const name = required(each, fields, 'name');
    if (/[\s/]/u.test(name.words())) throw name.problem('must not contain spaces or slashes');
    return {
      type: 'command',
      name: name.words(),
      description: required(each, fields, 'description').words(),
      ...(hint === undefined ? {} : { input: { type: 'text', hint } }),
    };
  });
}
