/** The choice of the agent of a session. */
import type { ReactNode } from 'react';

import { classes } from '../ui/classes.ts';
import { AgentIcon } from './agent-icon.tsx';
import { useAgents } from './use-agents.ts';

export interface AgentPickerProps {
  /** The name of the chosen agent; undefined for the one that the hub takes by itself. */
  readonly value: string | undefined;
  readonly onChange: (name: string) => void;
}

export function AgentPicker({ value, onChange }: AgentPickerProps): ReactNode {
  const { agents } = useAgents();
  const ready = agents?.filter(({ state }) => state === 'ready') ?? [];
  const chosen = value ?? ready.find(({ isDefault }) => isDefault)?.name ?? ready[0]?.name;
  if (agents !== undefined && ready.length === 0) return undefined;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">Agent</legend>
      <div className="grid min-h-[3.875rem] grid-cols-1 gap-2 sm:grid-cols-2">
        {ready.map(({ name, title, description, icon }) => (
          <label
            key={name}
            className={classes(
              'flex cursor-pointer items-center gap-3 rounded-md border p-3 has-focus-visible:outline-2 has-focus-visible:outline-accent',
              name === chosen ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name="agent"
              className="sr-only"
              checked={name === chosen}
              onChange={() => {
                onChange(name);
              }}
            />
            <AgentIcon {...(icon === undefined ? {} : { icon })} />
            <span className="min-w-0">
              <span dir="auto" className="block truncate text-sm font-medium">
                {title}
              </span>
              {description === undefined ? undefined : (
                <span dir="auto" className="block truncate text-xs text-muted">
                  {description}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
