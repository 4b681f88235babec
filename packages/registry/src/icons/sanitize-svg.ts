/**
 * Makes an icon safe to show inside a page.
 *
 * The icon is read and written anew from a list of elements and attributes that only draw: no scripts, events, style
 * sheets, animations, text, images, foreign content or references to anything outside. Everything else is dropped; what
 * is not well-formed is refused.
 */
import { readSvg, type SvgAttribute, type SvgElement } from './read-svg.ts';

const shapes = ['path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon'];
const paints = ['linearGradient', 'radialGradient', 'stop'];
const drawing = new Set([...shapes, ...paints, 'g', 'defs', 'symbol', 'use', 'clipPath', 'mask', 'title', 'desc']);
const described = new Set(['title', 'desc']);
const attributes = new Set([
  'clip-path',
  'clip-rule',
  'clipPathUnits',
  'color',
  'cx',
  'cy',
  'd',
  'display',
  'fill',
  'fill-opacity',
  'fill-rule',
  'fr',
  'fx',
  'fy',
  'gradientTransform',
  'gradientUnits',
  'height',
  'id',
  'mask',
  'maskContentUnits',
  'maskUnits',
  'offset',
  'opacity',
  'pathLength',
  'points',
  'preserveAspectRatio',
  'r',
  'rx',
  'ry',
  'spreadMethod',
  'stop-color',
  'stop-opacity',
  'stroke',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-opacity',
  'stroke-width',
  'transform',
  'vector-effect',
  'viewBox',
  'visibility',
  'width',
  'x',
  'x1',
  'x2',
  'y',
  'y1',
  'y2',
]);
/** Nested ones can make a small file take for ever to draw; with so few, that is a few hundred elements. */
const maxUses = 16;
const svgNamespace = 'http://www.w3.org/2000/svg';

/** Returns the icon without everything that is not drawn; undefined if it is not a well-formed SVG. */
export function sanitizeSvg(source: string): string | undefined {
  const svg = readSvg(source);
  if ('malformed' in svg || svg.root.name !== 'svg' || !isSvg(svg.root)) return undefined;
  const writer = new SvgWriter();
  writer.write(svg.root, ` xmlns="${svgNamespace}"`);
  return writer.text;
}

const isSvg = ({ namespace }: SvgElement): boolean => namespace === '' || namespace === svgNamespace;

class SvgWriter {
  text = '';
  #uses = 0;

  write(element: SvgElement, first = ''): void {
    const { name, attributes: given, children, text } = element;
    this.text += `<${name}${first}${attributesOf(given, name)}>`;
    for (const child of children) if (this.#isKept(child)) this.write(child);
    if (described.has(name)) this.text += escape(text);
    this.text += `</${name}>`;
  }

  /** What is not kept takes its content with it. */
  #isKept(element: SvgElement): boolean {
    if (!drawing.has(element.name) || !isSvg(element)) return false;
    if (element.name === 'use') this.#uses += 1;
    return this.#uses <= maxUses || element.name !== 'use';
  }
}

/** The attributes that are kept; the declarations of a style become attributes, and win as they do in a style. */
function attributesOf(given: readonly SvgAttribute[], element: string): string {
  const kept = new Map<string, string>();
  const styled = new Map<string, string>();
  for (const { name, value } of given) {
    if (name === 'style') {
      for (const declaration of value.split(';')) {
        const [property = '', ...rest] = declaration.split(':');
        keep(styled, property.trim(), rest.join(':').trim());
      }
    } else if (element === 'use' && /^(?:xlink:)?href$/u.test(name) && /^#[\w-]+$/u.test(value)) {
      kept.set('href', value);
    } else keep(kept, name, value);
  }
  return [...new Map([...kept, ...styled])].map(([name, value]) => ` ${name}="${escape(value)}"`).join('');
}

function keep(into: Map<string, string>, name: string, value: string): void {
  if (attributes.has(name) && isHarmless(value)) into.set(name, value);
}

/** Numbers, words, colours and functions; the only reference is one to another part of the icon. */
function isHarmless(value: string): boolean {
  const own = value.replaceAll(/url\(\s*(["']?)#[\w-]+\1\s*\)/gu, '');
  return /^[\w\s.,#%()+-]*$/u.test(own) && !/(?:url|src|image|set|element|var|attr|env)\s*\(/iu.test(own);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
