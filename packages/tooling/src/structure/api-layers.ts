import { listCircles } from './graph.ts';
import { places } from './nouns.ts';
import { isCode, isTestCode, type Problem, type SourceFile, type Tree } from './tree.ts';

const source = 'packages/api/src/';

/** The folders that are of no noun. Their files are used by nouns, as those beside the folders are. */
const rooms: ReadonlySet<string> = new Set(Object.keys(places.api.others));

/** The files of no noun that put the nouns together. Every other one is used by nouns and knows none. */
const compositionFiles: ReadonlySet<string> = new Set(
  ['app-router.ts', 'index.ts', 'jobs/handlers.ts', 'mail/send.ts'].map((name) => source + name),
);

const isProduct = (path: string): boolean => path.startsWith(source) && isCode(path) && !isTestCode(path);

/** Returns the noun whose folder holds a file of the API, or null for a file of none. */
const toNoun = (path: string): string | null => {
  const [noun, file] = path.slice(source.length).split('/', 2);
  return noun !== undefined && file !== undefined && !rooms.has(noun) ? noun : null;
};

function* checkFile({ path, imports }: SourceFile): Generator<Problem> {
  const noun = toNoun(path);
  for (const { file, from } of imports) {
    if (file === null || !isProduct(file)) continue;
    const target = toNoun(file);
    if (noun !== null && compositionFiles.has(file))
      yield {
        path,
        text: `imports '${from}', which puts the nouns together and imports ${noun} itself. Import what it is made of, or pass it as an argument.`,
      };
    if (noun === null && target !== null && !compositionFiles.has(path))
      yield {
        path,
        text: `imports '${from}' of the noun ${target}, but every noun uses the files of none. Move it into ${source}${target}/, or let ${target} pass what it needs as an argument.`,
      };
  }
}

function toGraph(tree: Tree): { graph: Map<string, Set<string>>; importers: Map<string, Set<string>> } {
  const graph = new Map<string, Set<string>>();
  const importers = new Map<string, Set<string>>();
  for (const { path, imports } of tree.values()) {
    const noun = isProduct(path) ? toNoun(path) : null;
    if (noun === null) continue;
    for (const { file } of imports) {
      const target = file !== null && isProduct(file) ? toNoun(file) : null;
      if (target === null || target === noun) continue;
      graph.set(noun, (graph.get(noun) ?? new Set()).add(target));
      const edge = `${noun} ${target}`;
      importers.set(edge, (importers.get(edge) ?? new Set()).add(path.slice(source.length)));
    }
  }
  return { graph, importers };
}

/** Nouns import each other in one direction, and what is of no noun imports none. */
export function* checkApiLayers(tree: Tree): Generator<Problem> {
  for (const file of tree.values()) if (isProduct(file.path)) yield* checkFile(file);
  const { graph, importers } = toGraph(tree);
  for (const circle of listCircles(graph)) {
    const steps = circle.map((noun, index) => {
      const target = circle[(index + 1) % circle.length] ?? noun;
      return `${noun} → ${target} (${[...(importers.get(`${noun} ${target}`) ?? [])].join(', ')})`;
    });
    yield {
      path: `${source}${circle[0] ?? ''}/`,
      text: `imports in a circle: ${steps.join(', ')}. Move what one needs of the other to the noun that it is about, beside the folders if it is about none, or pass it as an argument.`,
    };
  }
}
