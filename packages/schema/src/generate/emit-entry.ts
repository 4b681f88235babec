/** Writes what users call: validators by name, the method table, guards, error codes, and the door of each version. */
import type { Gate, Method, Shape, Surface } from './model.ts';
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
  return (
    `${banner}import { createValidators, type Validator } from '${home}validator.ts';\n` +
    `import { checks } from './checks.gen.ts';\nimport { definitions, table } from './table.gen.ts';\nimport type * as types from './types.gen.ts';\n\n` +
    `/** A validator for every definition of this version. */\nexport interface Validators {\n${types.join('')}}\n\n` +
    `/** A validator for every definition of this version. */\nexport const validators: Validators = createValidators(Object.keys(definitions), checks, table) as unknown as Validators;\n`
  );
}

/** The text of `methods.gen.ts`. */
export function emitMethods(surface: Surface, depth: number): string {
  const home = '../'.repeat(depth);
  const types = surface.methods.map((method) => methodTypes(surface, method));
  const rows = surface.methods.map((method) => `  ${quote(methodRow(method))},\n`);
  const errors = surface.errors.map(
    (error) => `${docComment(`${error.title}: ${error.doc}`, '  ')}  ${key(error.name)}: ${error.code},\n`,
  );
  const errorTypes = surface.errors.map(
    (error) => `${docComment(`${error.title}: ${error.doc}`, '  ')}  readonly ${key(error.name)}: ${error.code};\n`,
  );
  return (
    `${banner}import { createMethods } from '${home}method-rows.ts';\nimport type { MethodTable } from '${home}method-table.ts';\nimport type * as types from './types.gen.ts';\nimport { validators } from './validators.gen.ts';\n\n` +
    `/** The types of every method of this version. */\nexport interface Methods {\n${types.join('')}}\n\n` +
    `/** The name of a method of this version. */\nexport type MethodName = keyof Methods;\n\n` +
    `/** Every method of this version by name; one that is not here does not exist. */\nexport const methods: MethodTable<Methods> = createMethods<Methods>(validators, [\n${rows.join('')}]);\n\n` +
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

/** A row of the method table; `../method-rows.ts` explains it and reads it. */
function methodRow(method: Method): string {
  const parts = [
    method.name,
    method.direction,
    method.kind,
    method.params ?? '-',
    method.result ?? '-',
    method.versions.join(''),
    method.stability,
    ...(method.gate === undefined ? [] : [gateText(method.gate)]),
    ...(method.also.length === 0 ? [] : [`also:${method.also.join(',')}`]),
    ...(method.errors.length === 0 ? [] : [`errors:${method.errors.join(',')}`]),
  ];
  return parts.join(' ');
}

function gateText(gate: Gate): string {
  return gate.kind === 'capability' ? `${gate.side}:${gate.paths.join(',')}` : `${gate.kind}:${gate.field}`;
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
    const options = `{ key: ${quote(shape.key)}, tags: ${quote(tags.join(' '))},${untaggedName} open: ${shape.open !== undefined} }`;
    const type = `Guards<types.${shape.name}, types.${shape.name}Variants>`;
    return `/** Tells the variants of ${shape.name} apart. */\nexport const is${shape.name}: ${type} = createGuards(${options});\n`;
  });
  return `${banner}import { createGuards, type Guards } from '${home}guards.ts';\nimport type * as types from './types.gen.ts';\n\n${guards.join('\n')}`;
}

/** The text of `index.ts`, the door of a version. */
export function emitDoor(surface: Surface, depth: number): string {
  const home = '../'.repeat(depth);
  const unions = [...surface.shapes.values()].flatMap((shape) => (shape.kind === 'union' ? [`is${shape.name}`] : []));
  return (
    `/** ${titleOf(surface)} */\n${banner}export type * from './types.gen.ts';\n` +
    `export type { Extension, ExtensionVariant } from '${home}extension.ts';\n` +
    `export { formatProblem } from '${home}problem.ts';\n` +
    `export { errorCodes, isMethodName, methods, type MethodName, type Methods } from './methods.gen.ts';\n` +
    `export { validators, type Validators } from './validators.gen.ts';\n` +
    // Programs of version 2 that meet both versions get what only version 1 has from here: one more door would be one more file to load.
    (surface.version === 2 && surface.unstable
      ? `export { methods as v1ClientMethods, type Methods as V1ClientMethods } from '${home}v1/extras/methods.gen.ts';\n`
      : '') +
    (unions.length === 0 ? '' : `export {\n${unions.map((name) => `  ${name},\n`).join('')}} from './guards.gen.ts';\n`)
  );
}

const titleOf = ({ version, unstable }: Surface): string =>
  `Version ${version} of the protocol${unstable ? ', with its unstable and draft part' : ''}.`;
