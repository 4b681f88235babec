/** The filter: a text, and buttons for what is filtered most. */
import type { ReactNode } from 'react';

import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { parseQuery, queryNames, togglePair } from './query.ts';

export interface FilterBarProps {
  readonly query: string;
  readonly onChange: (query: string) => void;
  readonly sessions: readonly string[];
}

const help = Object.entries(queryNames)
  .map(([name, words]) => `${name}: ${words}`)
  .join('\n');

/** Stands for every session in the list, which cannot have an empty value. */
const all = '*';

export function FilterBar({ query, onChange, sessions }: FilterBarProps): ReactNode {
  const { session = all, onlyErrors = false } = parseQuery(query).filter;
  return (
    <div role="search" className="flex min-w-60 flex-1 items-center gap-2">
      <TextField
        label="Filter"
        type="search"
        placeholder="Filter: words, method:… session:… kind:error is:problem"
        title={help}
        value={query}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
      <Button
        size="small"
        aria-pressed={onlyErrors}
        look={onlyErrors ? 'primary' : 'plain'}
        onClick={() => {
          onChange(togglePair(query, 'is', 'problem'));
        }}
      >
        Problems
      </Button>
      {sessions.length < 2 ? undefined : (
        <Select
          label="Session"
          value={session}
          className="max-w-40 shrink-0 max-md:hidden"
          choices={[{ value: all, label: 'All sessions' }, ...sessions.map((each) => ({ value: each, label: each }))]}
          onChange={(next) => {
            const without = session === all ? query : togglePair(query, 'session', session);
            onChange(next === all ? without : togglePair(without, 'session', next));
          }}
        />
      )}
    </div>
  );
}
