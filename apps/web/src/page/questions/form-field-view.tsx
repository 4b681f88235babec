/** One field of a form with its label, what it is for, and what is wrong with its value. */
import type { ChoiceField, ChoicesField, FormField } from '@acp-stack/schema/elicitation-form';
import { useId, type ReactNode } from 'react';

import { Select } from '../ui/select.tsx';
import { OptionList } from './option-list.tsx';
import { TextControl, type EnteredValueProps } from './text-control.tsx';

export interface FormFieldViewProps extends EnteredValueProps {
  readonly field: FormField;
}

/** More choices are a list that opens. */
const maxRadios = 6;

export function FormFieldView(props: FormFieldViewProps): ReactNode {
  const { field, problem } = props;
  const id = useId();
  const isText = field.kind === 'text' || field.kind === 'number';
  const label = (
    <>
      <span dir="auto">{field.label}</span>
      {field.isRequired ? <span className="font-normal text-muted"> (required)</span> : undefined}
    </>
  );
  const about = (
    <>
      {field.description === undefined ? undefined : (
        <p id={`${id}-about`} dir="auto" className="text-xs break-words text-muted">
          {field.description}
        </p>
      )}
      <p id={`${id}-problem`} role="alert" className="text-sm text-bad empty:hidden">
        {problem}
      </p>
    </>
  );
  const describedBy = `${id}-about ${id}-problem`;
  if (isText) {
    return (
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <TextControl {...props} field={field} id={id} describedBy={describedBy} />
        {about}
      </div>
    );
  }
  return (
    <fieldset aria-describedby={describedBy} className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <Choices {...props} />
      {about}
    </fieldset>
  );
}

const yesOrNo = [
  { value: 'yes', label: 'Yes', description: undefined },
  { value: 'no', label: 'No', description: undefined },
];

function Choices({ field, entered, problem, change }: FormFieldViewProps): ReactNode {
  const isInvalid = problem !== undefined;
  const shared = { name: field.name, isInvalid };
  if (field.kind === 'boolean') {
    const chosen = entered === undefined ? [] : [entered === true ? 'yes' : 'no'];
    return (
      <OptionList
        {...shared}
        choices={yesOrNo}
        chosen={chosen}
        change={([value]) => {
          change(value === undefined ? undefined : value === 'yes');
        }}
        canClear={!field.isRequired}
      />
    );
  }
  if (field.kind === 'choices') return <ManyOf {...shared} field={field} entered={entered} change={change} />;
  if (field.kind === 'choice') return <OneOf {...shared} field={field} entered={entered} change={change} />;
  return <p className="text-sm text-muted">This field cannot be filled in here, and is left out.</p>;
}

interface OfProps<Field> extends Pick<FormFieldViewProps, 'entered' | 'change'> {
  readonly field: Field;
  readonly name: string;
  readonly isInvalid: boolean;
}

function ManyOf({ field, entered, change, ...shared }: OfProps<ChoicesField>): ReactNode {
  const chosen = Array.isArray(entered) ? (entered as readonly string[]) : [];
  return <OptionList {...shared} isMany choices={field.choices} chosen={chosen} change={change} canClear={false} />;
}

function OneOf({ field, entered, change, ...shared }: OfProps<ChoiceField>): ReactNode {
  const chosen = typeof entered === 'string' ? entered : '';
  if (field.choices.length > maxRadios) {
    const none = field.isRequired ? [] : [{ value: '', label: 'No answer' }];
    return (
      <Select
        label={field.label}
        value={chosen}
        choices={[...none, ...field.choices]}
        onChange={change}
        className="w-full"
      />
    );
  }
  return (
    <OptionList
      {...shared}
      choices={field.choices}
      chosen={chosen === '' ? [] : [chosen]}
      change={([value]) => {
        change(value);
      }}
      canClear={!field.isRequired}
    />
  );
}
