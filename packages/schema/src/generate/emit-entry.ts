/** Writes what users call: validators by name, the method table, guards, error codes, and the door of each version. */
import type { Method, Shape, Surface } from './model.ts';
import { banner, docComment, key, quote } from './source-text.ts';

/** The type that may arrive under the name of `shape`. */
function receivedName(shape: Shape | undefined): string {
  if (shape === undefined) return 'undefined';
  const mayLack = shape.kind === 'object' && shape.fields.some((field) => field.mayBeAbsent);
  return mayLack ? `Received${shape.name}` : shape.name;
}

/** The text of `validators.gen.ts`. */
export function emitValidators(surface: Surface, depth: number): string {
  const home = '../'.repeat(depth);
  const shapes = [...surface.shapes.values()];
  const types = shapes.map((shape) => `  readonly ${shape.name}: Validator<types.${receivedName(shape)}>;\n`);
  const values = shapes.map(({ name }) => `  ${name}: createValidator(${quote(name)}, checks.is${name}, table),\n`);
  return (
    `${banner}import { dictionary } from '${home}dictionary.ts';\nimport { createValidator, type Validator } from '${home}validator.ts';\n` +
    `import * as checks from './checks.gen.ts';\nimport { table } from './table.gen.ts';\nimport type * as types from './types.gen.ts';\n\n` +
    `/** A validator for every definition of this version. */\nexport interface Validators {\n${types.join('')}}\n\n` +
    `/** A validator for every definition of this version. */\nexport const validators: Validators = dictionary<Validators>({\n${values.join('')}});\n`
  );
}

/** The text of `methods.gen.ts`. */
export function emitMethods(surface: Surface, depth: number): string {
  const home = '../'.repeat(depth);
  const types = surface.methods.map((method) => methodTypes(surface, method));
  const specs = surface.methods.map((method) => methodSpec(method));
  const errors = surface.errors.map(
    (error) => `${docComment(`${error.title}: ${error.doc}`, '  ')}  ${key(error.name)}: ${error.code},\n`,
  );
  const errorTypes = surface.errors.map(
    (error) => `${docComment(`${error.title}: ${error.doc}`, '  ')}  readonly ${key(error.name)}: ${error.code};\n`,
  );
  return (
    `${banner}import { dictionary } from '${home}dictionary.ts';\nimport type { MethodTable } from '${home}method-table.ts';\nimport type * as types from './types.gen.ts';\nimport { validators } from './validators.gen.ts';\n\n` +
    `/** The types of every method of this version. */\nexport interface Methods {\n${types.join('')}}\n\n` +
    `/** The name of a method of this version. */\nexport type MethodName = keyof Methods;\n\n` +
    `/** Every method of this version by name; one that is not here does not exist. */\nexport const methods: MethodTable<Methods> = dictionary<MethodTable<Methods>>({\n${specs.join('')}});\n\n` +
    `/** Whether this version has a method of this name; other names under which one is accepted do not count. */\nexport function isMethodName(name: string): name is MethodName {\n  return name in methods;\n}\n\n` +
    `/** The error codes of this version by name. */\nexport const errorCodes: {\n${errorTypes.join('')}} = {\n${errors.join('')}};\n`
  );
}

/** A member of an imported namespace, or nothing. */
const member = (namespace: string, name: string | undefined): string =>
  name === undefined ? 'undefined' : `${namespace}.${name}`;

function methodTypes(surface: Surface, method: Method): string {
  const received = (name: string | undefined): string =>
    name === undefined ? 'undefined' : `types.${receivedName(surface.shapes.get(name))}`;
  const stability = method.stability === 'stable' ? '' : ` (${method.stability})`;
  return (
    docComment(method.doc + stability, '  ') +
    `  readonly ${quote(method.name)}: {\n` +
    `    readonly direction: ${quote(method.direction)};\n` +
    `    readonly kind: ${quote(method.kind)};\n` +
    `    readonly params: ${member('types', method.params)};\n` +
    `    readonly result: ${member('types', method.result)};\n` +
    `    readonly receivedParams: ${received(method.params)};\n` +
    `    readonly receivedResult: ${received(method.result)};\n` +
    `  };\n`
  );
}

function methodSpec(method: Method): string {
  return (
    `  ${quote(method.name)}: {\n` +
    `    name: ${quote(method.name)},\n` +
    `    direction: ${quote(method.direction)},\n` +
    `    kind: ${quote(method.kind)},\n` +
    `    params: ${member('validators', method.params)},\n` +
    `    result: ${member('validators', method.result)},\n` +
    `    gate: ${method.gate === undefined ? 'undefined' : JSON.stringify(method.gate)},\n` +
    `    versions: ${JSON.stringify(method.versions)},\n` +
    `    stability: ${quote(method.stability)},\n` +
    `    also: ${JSON.stringify(method.also)},\n` +
    `    errors: ${JSON.stringify(method.errors)},\n` +
    `  },\n`
  );
}

/** The text of `guards.gen.ts`. */
export function emitGuards(surface: Surface, depth: number): string {
  const home = '../'.repeat(depth);
  const unions = [...surface.shapes.values()].filter((shape) => shape.kind === 'union');
  const guards = unions.map((shape) => {
    const tags = shape.variants.map((variant) => (variant.mode === 'none' ? 'untagged' : variant.tag));
    const untagged = shape.variants.find((variant) => variant.mode === 'optional' || variant.mode === 'none');
    const untaggedName =
      untagged === undefined ? '' : ` untagged: ${quote(untagged.mode === 'none' ? 'untagged' : untagged.tag)},`;
    const options = `{ key: ${quote(shape.key)}, tags: ${JSON.stringify(tags)},${untaggedName} open: ${shape.open !== undefined} }`;
    const type = `Guards<types.${shape.name}, types.${shape.name}Variants>`;
    return `/** Tells the variants of ${shape.name} apart. */\nexport const is${shape.name}: ${type} = createGuards(${options});\n`;
  });
  return `${banner}import { createGuards, type Guards } from '${home}guards.ts';\nimport type * as types from './types.gen.ts';\n\n${guards.join('\n')}`;
}

/** The text of `index.ts`, the door of a version. */
export function emitDoor(surface: Surface, depth: number): string {
  const home = '../'.repeat(depth);
  const unions = [...surface.shapes.values()].flatMap((shape) => (shape.kind === 'union' ? [`is${shape.name}`] : []));
  const title = `Version ${surface.version} of the protocol${surface.unstable ? ', with its unstable and draft part' : ''}.`;
  return (
    `/** ${title} */\n${banner}export type * from './types.gen.ts';\n` +
    `export type { Extension, ExtensionVariant } from '${home}extension.ts';\n` +
    `export { errorCodes, isMethodName, methods, type MethodName, type Methods } from './methods.gen.ts';\n` +
    `export { validators, type Validators } from './validators.gen.ts';\n` +
    `export {\n${unions.map((name) => `  ${name},\n`).join('')}} from './guards.gen.ts';\n`
  );
}
