/** Reads a form with a time limit for the regular expressions of its agent. */
import { readForm as readFormBy, type Form, type FormRequest } from '../../questions/form.ts';
import { fitsPattern } from './form-pattern.ts';

/** Reads a form request. */
export const readForm = (request: FormRequest): Form => readFormBy(request, fitsPattern);
