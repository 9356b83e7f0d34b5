import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

const src = join(import.meta.dirname, '..');

const letters = /\p{L}/u;
/** Characters that only Spanish words contain; classes, paths and ids never do. */
const spanish = /[áéíóúüñ¿¡«»]/iu;
/** An error code stands for a text. */
const code = /^[A-Z_]+$/;
const spokenNames =
  /^(?:title|alt|placeholder|label|text|.*Label|aria-(?:label|description|valuetext|roledescription))$/;

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Lists the texts of a syntax tree that a user would read: in JSX, in attributes that are read out, in Spanish. */
function* listInlineTexts(node: unknown): Generator<string> {
  if (Array.isArray(node)) for (const each of node) yield* listInlineTexts(each);
  if (!isNode(node)) return;
  const text = textOf(node);
  if (text !== null && (node.type === 'JSXText' ? letters : spanish).test(text)) yield text.trim();
  const spoken = spokenValueOf(node);
  if (spoken !== null && letters.test(spoken) && !spanish.test(spoken)) yield spoken;
  for (const child of Object.values(node)) if (typeof child === 'object') yield* listInlineTexts(child);
}

/** Returns the literal of `title="…"` and of `title: '…'`. */
function spokenValueOf({ type, name, key, value }: Node): string | null {
  const named = type === 'JSXAttribute' ? name : type === 'Property' ? key : null;
  if (!isNode(named) || !isNode(value) || value.type !== 'Literal') return null;
  const text = spokenNames.test(String(named['name'])) ? textOf(value) : null;
  return text !== null && code.test(text) ? null : text;
}

function textOf({ type, value }: Node): string | null {
  if (type === 'JSXText' || type === 'Literal') return typeof value === 'string' ? value : null;
  if (type !== 'TemplateElement' || typeof value !== 'object' || value === null) return null;
  return 'cooked' in value ? String(value.cooked) : null;
}

const listIn = (file: string, source: string) => [...listInlineTexts(parseSync(file, source).program)];

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    /\.tsx?$/.test(file) &&
    !/\.(?:test|gen)\.tsx?$|[\\/]testing[\\/]/.test(file) &&
    !file.startsWith('messages'),
);

it('L7: no text of the screen stands outside of the catalogue', () => {
  const source = 'const view = <p title="Votar" className="m-auto">Compartir {`¿Seguro`} · 404</p>;';
  expect(listIn('view.tsx', source)).toEqual(['Votar', 'Compartir', '¿Seguro']);
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    listIn(file, readFileSync(join(src, file), 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(found, 'interface texts belong to apps/web/src/messages').toEqual([]);
});
