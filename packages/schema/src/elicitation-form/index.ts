/** The fields of a form that an agent asks the user to fill in, and which values fit them; for both sides. */
export { fieldProblem, isBlank, problemOf, type FitsPattern, type FormValue } from './form-check.ts';
export {
  readField,
  type BooleanField,
  type ChoiceField,
  type ChoicesField,
  type FormChoice,
  type FormField,
  type NumberField,
  type TextField,
  type TextFormat,
  type UnknownField,
} from './form-field.ts';
