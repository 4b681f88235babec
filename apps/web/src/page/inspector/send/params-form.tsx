/** A form for one value of the protocol; optional fields are added by name. */
import { useId, type ReactNode } from 'react';

import { Button, IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { emptyValue, requiredOf, type FieldKind, type FormField } from './form-fields.ts';
import { JsonField } from './json-field.tsx';

type Json = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

interface FieldsFormProps {
  readonly fields: readonly FormField[];
  readonly value: unknown;
  readonly onChange: (value: Json) => void;
}

/** The fields of an object that are set, and buttons for the others. */
function FieldsForm({ fields, value, onChange }: FieldsFormProps): ReactNode {
  const object = objectOf(value);
  const absent = fields.filter(({ name }) => !(name in object));
  const set = (name: string, next: unknown): void => {
    onChange({ ...object, [name]: next });
  };
  const remove = (name: string): void => {
    onChange(Object.fromEntries(Object.entries(object).filter(([each]) => each !== name)));
  };
  return (
    <div className="flex flex-col gap-3">
      {fields
        .filter(({ name }) => name in object)
        .map((field) => (
          <FieldRow
            key={field.name}
            field={field}
            value={object[field.name]}
            onChange={(next) => {
              set(field.name, next);
            }}
            onRemove={
              field.isRequired
                ? undefined
                : () => {
                    remove(field.name);
                  }
            }
          />
        ))}
      {absent.length === 0 ? undefined : (
        <p className="flex flex-wrap items-center gap-1 text-xs text-muted">
          Add:
          {absent.map(({ name, kind, description }) => (
            <Button
              key={name}
              size="small"
              look="quiet"
              title={description}
              onClick={() => {
                set(name, emptyValue(kind));
              }}
            >
              {name}
            </Button>
          ))}
        </p>
      )}
    </div>
  );
}

interface FieldRowProps {
  readonly field: FormField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onRemove: (() => void) | undefined;
}

function FieldRow({ field, value, onChange, onRemove }: FieldRowProps): ReactNode {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-1">
      <div className="flex items-center gap-2">
        <span id={id} className="font-mono text-xs">
          {field.name}
          {field.isRequired ? <span className="text-muted"> (required)</span> : undefined}
        </span>
        {onRemove === undefined ? undefined : (
          <IconButton label={`Remove ${field.name}`} icon="close" size="small" onClick={onRemove} />
        )}
      </div>
      {field.description === '' ? undefined : <p className="text-xs text-muted">{field.description}</p>}
      <FieldInput name={field.name} kind={field.kind} value={value} onChange={onChange} />
    </div>
  );
}

export interface FieldInputProps {
  readonly name: string;
  readonly kind: FieldKind;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** A form for one value. */
export function FieldInput({ name, kind, value, onChange }: FieldInputProps): ReactNode {
  switch (kind.kind) {
    case 'text':
      return typeof value === 'string' || value === undefined ? (
        <TextInput name={name} isLong={kind.isLong} value={value ?? ''} onChange={onChange} />
      ) : (
        <JsonField name={name} value={value} onChange={onChange} />
      );
    case 'number':
      return (
        <TextField
          label={name}
          type="number"
          step={kind.isInteger ? 1 : 'any'}
          value={typeof value === 'number' ? value : ''}
          onChange={(event) => {
            onChange(event.target.value === '' ? null : Number(event.target.value));
          }}
        />
      );
    case 'boolean':
      return (
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={value === true}
            onChange={(event) => {
              onChange(event.target.checked);
            }}
          />
          {value === true ? 'true' : 'false'}
        </label>
      );
    case 'choice':
      return (
        <ChoiceInput name={name} values={kind.values} isOpen={kind.isOpen} value={String(value)} onChange={onChange} />
      );
    case 'object':
      return (
        <div className="border-s border-line ps-3">
          <FieldsForm fields={kind.fields} value={value} onChange={onChange} />
        </div>
      );
    case 'list':
      return <ListInput name={name} item={kind.item} value={value} onChange={onChange} />;
    case 'union':
      return <UnionInput name={name} kind={kind} value={value} onChange={onChange} />;
    case 'json':
      return <JsonField name={name} value={value} onChange={onChange} />;
  }
}

interface TextInputProps {
  readonly name: string;
  readonly isLong: boolean;
  readonly value: string;
  readonly onChange: (value: unknown) => void;
}

function TextInput({ name, isLong, value, onChange }: TextInputProps): ReactNode {
  if (!isLong) {
    return (
      <TextField
        label={name}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
    );
  }
  return (
    <textarea
      aria-label={name}
      dir="auto"
      rows={3}
      value={value}
      className="w-full rounded-md border border-line bg-page px-3 py-2 text-sm"
      onChange={(event) => {
        onChange(event.target.value);
      }}
    />
  );
}

interface ChoiceInputProps {
  readonly name: string;
  readonly values: readonly string[];
  /** Whether other values are allowed too. */
  readonly isOpen: boolean;
  readonly value: string;
  readonly onChange: (value: unknown) => void;
}

function ChoiceInput({ name, values, isOpen, value, onChange }: ChoiceInputProps): ReactNode {
  const list = useId();
  if (!isOpen) {
    return (
      <Select
        label={name}
        value={value}
        choices={values.map((each) => ({ value: each, label: each }))}
        onChange={onChange}
      />
    );
  }
  return (
    <>
      <TextField
        label={name}
        list={list}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
      <datalist id={list}>
        {values.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  );
}

interface ListInputProps {
  readonly name: string;
  readonly item: FormField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function ListInput({ name, item, value, onChange }: ListInputProps): ReactNode {
  const entries = Array.isArray(value) ? (value as readonly unknown[]) : [];
  return (
    <div className="flex flex-col gap-2 border-s border-line ps-3">
      {entries.map((entry, position) => (
        // The entries have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={position} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <FieldInput
              name={`${name} ${position + 1}`}
              kind={item.kind}
              value={entry}
              onChange={(next) => {
                onChange(entries.with(position, next));
              }}
            />
          </div>
          <IconButton
            label={`Remove ${name} ${position + 1}`}
            icon="close"
            size="small"
            onClick={() => {
              onChange(entries.toSpliced(position, 1));
            }}
          />
        </div>
      ))}
      <Button
        size="small"
        icon="plus"
        className="self-start"
        onClick={() => {
          onChange([...entries, emptyValue(item.kind)]);
        }}
      >
        Add to {name}
      </Button>
    </div>
  );
}

interface UnionInputProps {
  readonly name: string;
  readonly kind: Extract<FieldKind, { readonly kind: 'union' }>;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function UnionInput({ name, kind, value, onChange }: UnionInputProps): ReactNode {
  const object = objectOf(value);
  const chosen = kind.variants.find(({ label }) => label === object[kind.tag]);
  return (
    <div className="flex flex-col gap-2 border-s border-line ps-3">
      <Select
        label={`${name}: ${kind.tag}`}
        value={chosen?.label ?? ''}
        choices={kind.variants.map(({ label, description }) => ({ value: label, label, description }))}
        onChange={(label) => {
          const variant = kind.variants.find((each) => each.label === label);
          onChange({ [kind.tag]: label, ...requiredOf(variant?.fields ?? []) });
        }}
      />
      {chosen === undefined ? undefined : (
        <FieldsForm
          fields={chosen.fields}
          value={value}
          onChange={(next) => {
            onChange({ ...next, [kind.tag]: chosen.label });
          }}
        />
      )}
    </div>
  );
}
