import { listCircles } from './graph.ts';
import { isCode, isTestCode, type Problem, type ResolvedImport, type SourceFile, type Tree } from './tree.ts';

const source = 'apps/web/src/';
const tableFile = 'apps/web/layers.json';
const publicFile = 'public.ts';
const maxRouteLines = 50;

/** Which features each feature may import, and why. */
type Table = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** From the top to the bottom: each layer may import itself and what is below it. */
const layers = ['app', 'features', 'lib', 'ui'] as const;
type Layer = (typeof layers)[number] | 'messages';

const explanations: Readonly<Record<Layer, string>> = {
  app: '',
  features: 'A feature knows no screen around it. Move what it needs to lib, or let app pass it as a prop.',
  lib: 'lib knows no feature. Move what it needs to lib, or take it as an argument.',
  ui: 'A primitive of the interface knows neither the product nor its texts. Pass what it needs as a prop.',
  messages: 'Texts need nothing but the contract. Pass what they are made of as an argument.',
};

const isProduct = (path: string): boolean => path.startsWith(source) && isCode(path) && !isTestCode(path);

function toLayer(path: string): Layer | null {
  const [folder = '', inside] = path.slice(source.length).split('/', 2);
  if (folder === 'main.tsx' || folder === 'routes' || folder.endsWith('.gen.ts')) return 'app';
  if (inside === undefined) return null;
  return [...layers, 'messages' as const].find((layer) => layer === folder) ?? null;
}

const toFeature = (path: string): string => path.slice(`${source}features/`.length).split('/', 1)[0] ?? '';

function mayImport(layer: Layer, target: Layer): boolean {
  if (target === layer) return true;
  if (target === 'messages') return layer !== 'ui';
  const from = layers.findIndex((name) => name === layer);
  const to = layers.findIndex((name) => name === target);
  return from !== -1 && to > from;
}

function checkFeatures(path: string, { file, from }: ResolvedImport, table: Table): string | null {
  const feature = toFeature(path);
  const target = toFeature(file ?? '');
  if (feature === target) return null;
  if (table[feature]?.[target] === undefined)
    return `imports '${from}', but ${tableFile} does not let ${feature} import ${target}. Let app put the two together, move what both need to lib, or write the reason into the table.`;
  return file === `${source}features/${target}/${publicFile}`
    ? null
    : `imports '${from}', a file of the feature ${target} that is its own. Import it from features/${target}/${publicFile}, and export it there if others should have it.`;
}

function* checkFile({ path, imports }: SourceFile, table: Table): Generator<Problem> {
  const layer = toLayer(path);
  if (layer === null) {
    yield {
      path,
      text: `is in no layer of the web app (${layers.join(' → ')}, and messages). Move it into the one that may import what it imports.`,
    };
    return;
  }
  for (const found of imports) {
    if (found.file === null || !found.file.startsWith(source) || !/\.tsx?$/.test(found.file)) continue;
    const target = toLayer(found.file);
    if (target === null) continue;
    if (!mayImport(layer, target))
      yield {
        path,
        text: `imports '${found.from}', but ${layer} may not import ${target}. ${explanations[layer]}`,
      };
    else if (layer === 'features' && target === 'features') {
      const text = checkFeatures(path, found, table);
      if (text !== null) yield { path, text };
    }
  }
}

/** The table and the folders agree, nothing in it is unused, and it has no circle. */
function* checkTable(tree: Tree, table: Table): Generator<Problem> {
  const features = new Set(
    [...tree.keys()].filter((path) => path.startsWith(`${source}features/`)).map(toFeature),
  );
  const used = new Set(
    [...tree.values()].flatMap(({ path, imports }) =>
      isProduct(path) && toLayer(path) === 'features'
        ? imports.flatMap(({ file }) =>
            file !== null && file.startsWith(`${source}features/`)
              ? [`${toFeature(path)} ${toFeature(file)}`]
              : [],
          )
        : [],
    ),
  );
  for (const [feature, targets] of Object.entries(table)) {
    if (!features.has(feature))
      yield { path: tableFile, text: `names the feature ${feature}, which is not there. Delete its line.` };
    for (const target of Object.keys(targets))
      if (!used.has(`${feature} ${target}`))
        yield {
          path: tableFile,
          text: `lets ${feature} import ${target}, which it does not any more. Delete that line.`,
        };
  }
  for (const circle of listCircles(
    new Map(Object.entries(table).map(([feature, targets]) => [feature, new Set(Object.keys(targets))])),
  ))
    yield {
      path: tableFile,
      text: `has a circle: ${[...circle, circle[0]].join(' → ')}. Let app put one of them together, or move what both need to lib.`,
    };
}

function* checkRoutes(tree: Tree): Generator<Problem> {
  for (const { path, text } of tree.values()) {
    const lines = text.trimEnd().split('\n').length;
    if (path.startsWith(`${source}routes/`) && isCode(path) && lines > maxRouteLines)
      yield {
        path,
        text: `has ${lines} lines. A route says what to load and which screen to show; move the rest to the screen.`,
      };
  }
}

/** Imports of the web app point one way, features speak through their public file, and routes are thin. */
export function* checkWebLayers(tree: Tree): Generator<Problem> {
  const text = tree.get(tableFile)?.text;
  if (text === undefined) {
    yield { path: tableFile, text: 'is not there. It says which features each feature may import.' };
    return;
  }
  const { features: table } = JSON.parse(text) as { readonly features: Table };
  for (const file of tree.values()) if (isProduct(file.path)) yield* checkFile(file, table);
  yield* checkTable(tree, table);
  yield* checkRoutes(tree);
}
