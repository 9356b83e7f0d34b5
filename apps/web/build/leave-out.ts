import { parseSync, Visitor, type ESTree, type Plugin } from 'vite';

/** A feature of a package that the app does not use. */
interface UnusedFeature {
  /** Matches the places in our sources that use the feature. */
  readonly use: RegExp;
  /**
   * The functions and classes that only this feature needs, separated by white space. They are never called, or change
   * nothing. `a.prototype.*` stands for everything that is assigned to a property of it.
   */
  readonly functions: string;
}

export interface Unused {
  /** The end of the path of the file with the functions. */
  readonly file: RegExp;
  readonly features: Readonly<Record<string, UnusedFeature>>;
}

interface Body {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the bodies of the functions and classes with a name. */
function findBodies(code: string): readonly Body[] {
  const bodies: Body[] = [];
  const take = (name: ESTree.Node, node: ESTree.Node | null) => {
    const body = node && 'body' in node && node.body;
    if (body && 'type' in body && (body.type === 'BlockStatement' || body.type === 'ClassBody'))
      bodies.push({ name: code.slice(name.start, name.end), start: body.start, end: body.end });
  };
  new Visitor({
    FunctionDeclaration: (node) => node.id && take(node.id, node),
    AssignmentExpression: ({ left, right }) => take(left, right),
    VariableDeclarator: ({ id, init }) => take(id, init),
  }).visit(parseSync('code.js', code).program);
  return bodies;
}

/** Returns the code with these functions emptied. Throws for a name that no function or two functions have. */
export function emptyFunctions(code: string, functions: readonly string[]): string {
  const bodies = findBodies(code);
  const emptied = functions.flatMap((name) => {
    const isFamily = name.endsWith('*');
    const found = bodies.filter((body) =>
      isFamily ? body.name.startsWith(name.slice(0, -1)) : body.name === name,
    );
    if (found.length === 0 || (!isFamily && found.length > 1))
      throw new Error(`${found.length} functions have the name ${name}`);
    return found;
  });
  return emptied
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end }) => `${rest.slice(0, start)}{}${rest.slice(end)}`, code);
}

/**
 * Empties the functions of packages that only serve unused features, so that the bundler drops everything that they call.
 * The build fails if a new version of a package lacks such a function, or if our sources use the feature.
 */
export function leaveOut(packages: readonly Unused[]): Plugin {
  const files = new Set<RegExp>();
  const features = packages.flatMap(({ features: list }) => Object.entries(list));
  return {
    name: 'leave-out',
    apply: 'build',
    transform: {
      order: 'pre',
      filter: { id: [/[\\/]apps[\\/]web[\\/]src[\\/]/, ...packages.map(({ file }) => file)] },
      handler(code, id) {
        const found = packages.find(({ file }) => file.test(id));
        if (!found) {
          const [name] = features.find(([, { use }]) => use.test(code)) ?? [];
          return name ? this.error(`${id} uses ${name}, which build/unused-features.ts leaves out`) : null;
        }
        files.add(found.file);
        const functions = Object.values(found.features).flatMap((each) => each.functions.trim().split(/\s+/));
        return { code: emptyFunctions(code, functions), map: null };
      },
    },
    buildEnd(error) {
      const missing = packages.find(({ file }) => !files.has(file));
      if (!error && missing) this.error(`No file is left smaller by ${String(missing.file)}`);
    },
  };
}
